import type pg from 'pg'
import { foldTag } from '../tags/contract'
import type { FoundPage } from './find-page'
import {
  filterConditions,
  type LibraryFilter,
  type LibraryOrder,
  type LibrarySlice,
  orderBy,
  sortExpression,
} from './library-filter'

type TagRequest = LibraryFilter & LibraryOrder & LibrarySlice & { tag: string }

/** How many items with a tag are counted at most. */
const MAX_COUNTED = 10_000

/**
 * A page of a user's library items with a tag, filtered and sorted. They are counted up to a limit: beyond it, one more
 * than the page has are.
 */
export async function findByTag(client: pg.ClientBase, userId: string, request: TagRequest): Promise<FoundPage> {
  const { tag, sort, limit, offset } = request
  const values: unknown[] = [userId, foldTag(tag)]
  const matches = `from tag g join library_item_tag x on x.tag_id = g.id join library_item e on e.id = x.library_item_id
    where g.user_id = $1 and g.folded_name = $2 and e.user_id = $1${filterConditions({ ...request, tag: null }, values)}`
  values.push(MAX_COUNTED + 1, limit, offset)
  const [counted, size, skipped] = [values.length - 2, values.length - 1, values.length]
  const { rows } = await client.query<{ id: string | null; total: number }>(
    `select page.id, counted.total
     from (select count(*)::int as total from (select ${matches} limit $${counted}) as counted) as counted
     left join (select e.id, ${sortExpression(sort)} as place ${matches} ${orderBy('place', 'e.id', request)}
                limit $${size} offset $${skipped}) as page on true
     ${orderBy('page.place', 'page.id', request)}`,
    values,
  )
  const total = rows[0]?.total ?? 0
  const ids = rows.flatMap(({ id }) => id ?? [])
  if (total <= MAX_COUNTED) return { ids, total, exact: true }
  const read = offset + ids.length + (ids.length === limit ? 1 : 0)
  return { ids, total: Math.max(total, read), exact: false }
}
