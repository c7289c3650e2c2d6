import type pg from 'pg'
import type { FoundPage } from './find-page'
import {
  filterConditions,
  type LibraryFilter,
  type LibraryOrder,
  type LibrarySlice,
  orderBy,
  sortExpression,
} from './library-filter'

type FactsRequest = LibraryFilter & LibraryOrder & LibrarySlice

/** How many of a user's items are considered at most: the newest in the requested time. */
const MAX_CONSIDERED = 50_000

/** The columns by which items are filtered and sorted. */
const COLUMNS = [
  'id',
  'user_id',
  'media_id',
  'transcript_id',
  'platform',
  'state',
  'video_id',
  'folded_id',
  'custom_title',
  'title',
  'created_at',
  'duration_seconds',
  'total_seconds',
]

/**
 * A page of a user's library items by what no index of them has: language, source, public page and title. The newest items of the
 * requested time are read from the index of times, then filtered and sorted.
 */
export async function findByFacts(
  client: pg.ClientBase,
  userId: string,
  request: FactsRequest,
  max = MAX_CONSIDERED,
): Promise<FoundPage> {
  const { sort, limit, offset, created_after, created_before } = request
  const values: unknown[] = [userId]
  const time = filterConditions({ ...NO_FILTER, created_after, created_before }, values)
  values.push(max)
  const considered = `select ${COLUMNS.map((column) => `e.${column}`).join(', ')} from library_item e where e.user_id = $1${time}
                      order by e.created_at desc, e.id desc limit $${values.length}`
  const conditions = filterConditions({ ...request, created_after: null, created_before: null }, values)
  values.push(limit, offset)
  const { rows } = await client.query<{ id: string | null; total: number; considered: number }>(
    `with considered as (${considered}),
          matches as materialized (select e.id, ${sortExpression(sort)} as place from considered e where true${conditions}),
          page as (select id, place from matches ${orderBy('place', 'id', request)}
                   limit $${values.length - 1} offset $${values.length})
     select page.id, counted.total, counted.considered
     from (select (select count(*)::int from matches) as total, (select count(*)::int from considered) as considered) as counted
     left join page on true
     ${orderBy('page.place', 'page.id', request)}`,
    values,
  )
  const { total = 0, considered: read = 0 } = rows[0] ?? {}
  return { ids: rows.flatMap(({ id }) => id ?? []), total, exact: read < max }
}

const NO_FILTER: LibraryFilter = {
  platform: null,
  state: null,
  q: null,
  tag: null,
  lang: null,
  source: null,
  created_after: null,
  created_before: null,
  published: null,
}
