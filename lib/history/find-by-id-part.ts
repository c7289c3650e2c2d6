import type pg from 'pg'
import type { FoundPage } from './find-page'
import { filterConditions, type HistoryFilter, type HistoryOrder, type HistorySlice } from './history-filter'

type Wish = HistoryFilter & HistoryOrder & HistorySlice
type Row = { id: string | null; total: number }

/** A page of those of a user's entries whose platform's id has a part in it, whatever its case, and how many there are. */
export async function findByIdPart(client: pg.ClientBase, userId: string, wish: Wish): Promise<FoundPage> {
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
