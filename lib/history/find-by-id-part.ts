import type pg from 'pg'
import { countIdPart } from './count-id-part'
import { MOST_COUNTED } from './count-longer-parts'
import { type FoundPage, findPage } from './find-page'
import {
  filterConditions,
  type HistoryFilter,
  type HistoryOrder,
  type HistorySlice,
  hasTrigram,
} from './history-filter'

type Wish = HistoryFilter & HistoryOrder & HistorySlice
type Row = { id: string | null; total: number }

/** Looks all matches up, puts them in order and counts them. */
async function lookUp(client: pg.ClientBase, userId: string, wish: Wish): Promise<FoundPage> {
  const { sort, order, limit, offset } = wish
  const values: unknown[] = [userId]
  const conditions = filterConditions(wish, values)
  values.push(limit, offset)
  const text = `
    with matches as materialized (select e.id, e.${sort} from entry e where e.user_id = $1${conditions}),
         page as (select id, ${sort} from matches order by ${sort} ${order}, id ${order}
                  limit $${values.length - 1} offset $${values.length})
    select page.id, counted.total from (select count(*)::int as total from matches) as counted left join page on true
    order by page.${sort} ${order}, page.id ${order}`
  const { rows } = await client.query<Row>(text, values)
  return { ids: rows.flatMap(({ id }) => id ?? []), total: rows[0]?.total ?? 0, exact: true }
}

/**
 * A page of those of a user's entries whose platform's id has a part in it, whatever its case, and how many there are. What
 * many have is met soon wherever one reads, and counted beforehand; what few have is looked up.
 */
export async function findByIdPart(
  client: pg.ClientBase,
  userId: string,
  wish: Wish & { q: string },
): Promise<FoundPage> {
  const tallies = await countIdPart(client, userId, wish.q.toLowerCase())
  const most = tallies?.reduce((sum, { entries }) => sum + entries, 0) ?? 0
  if (tallies && (most > MOST_COUNTED || !hasTrigram(wish.q))) return findPage(client, userId, tallies, wish)
  return lookUp(client, userId, wish)
}
