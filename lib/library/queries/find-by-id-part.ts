import type pg from 'pg'
import { type FoundPage, orderedLibraryItems } from './find-page'
import {
  containing,
  filterConditions,
  hasTrigram,
  type IndexedOrder,
  type LibraryFilter,
  type LibrarySlice,
  matchingTallies,
  type Tally,
} from './library-filter'
import { countLibraryItems } from './tally-table'

type Asked = LibraryFilter & IndexedOrder & LibrarySlice & { q: string }

/** How many of a user's items are read in the requested order before matches are looked up in the index. */
const MAX_READ = 50_000
/** How many matches are looked up by trigrams at most: with more, some are found soon in any order. */
const MAX_BY_TRIGRAMS = 10_000

type Row = { id: string | null; total: number }

function toPage(rows: readonly Row[], exact: boolean): FoundPage {
  return { ids: rows.flatMap(({ id }) => id ?? []), total: rows[0]?.total ?? 0, exact }
}

/** A page of matches in their order, and how many there are. */
function pageOf(matches: string, { sort, order, limit, offset }: Asked, values: unknown[]): string {
  values.push(limit, offset)
  return `
    with matches as materialized (${matches}),
         page as (select id, ${sort} from matches order by ${sort} ${order}, id ${order}
                  limit $${values.length - 1} offset $${values.length})
    select page.id, counted.total from (select count(*)::int as total from matches) as counted left join page on true
    order by page.${sort} ${order}, page.id ${order}`
}

/** Reads the first items in the requested order and takes those whose id contains the part. */
async function readFirst(
  client: pg.ClientBase,
  userId: string,
  { asked, tallies, max }: { asked: Asked; tallies: readonly Tally[]; max: number },
): Promise<FoundPage> {
  const values: unknown[] = [userId]
  const ordered = orderedLibraryItems(tallies, asked, { direction: asked.order, limit: max, foldedId: true }, values)
  values.push(containing(asked.q.toLowerCase()))
  const matches = `select id, ${asked.sort} from (${ordered}) as first where folded_id like $${values.length}`
  const { rows } = await client.query<Row>(pageOf(matches, asked, values), values)
  return toPage(rows, tallies.reduce((sum, { libraryItems }) => sum + libraryItems, 0) <= max)
}

/** Looks matches up by their trigrams; null where there are too many. */
async function findByTrigrams(client: pg.ClientBase, userId: string, asked: Asked): Promise<FoundPage | null> {
  const values: unknown[] = [userId]
  const conditions = filterConditions(asked, values)
  const matches = `select e.id, e.${asked.sort} from library_item e where e.user_id = $1${conditions} limit ${MAX_BY_TRIGRAMS + 1}`
  const { rows } = await client.query<Row>(pageOf(matches, asked, values), values)
  const page = toPage(rows, true)
  return page.total > MAX_BY_TRIGRAMS ? null : page
}

/** Continues in the requested order until the page is full and one more match is found. */
async function readOn(
  client: pg.ClientBase,
  userId: string,
  asked: Asked,
  tallies: readonly Tally[],
): Promise<FoundPage> {
  const { limit, offset, q } = asked
  const values: unknown[] = [userId]
  const most = offset + limit + 1
  const text = orderedLibraryItems(tallies, asked, { direction: asked.order, limit: most, part: q }, values)
  const found = await client.query<{ id: string }>(text, values)
  const ids = found.rows.slice(offset, offset + limit).map(({ id }) => id)
  return { ids, total: found.rows.length, exact: found.rows.length < most }
}

/**
 * A page of a user's library items whose platform id contains a part, ignoring case. Matches are counted as far as they
 * are read: a part that many ids contain is found soon in any order, and one that few contain is looked up and counted
 * in full.
 */
export async function findByIdPart(
  client: pg.ClientBase,
  userId: string,
  asked: Asked,
  max = MAX_READ,
): Promise<FoundPage> {
  const tallies = matchingTallies(await countLibraryItems(client, userId), asked)
  if (tallies.length === 0) return { ids: [], total: 0, exact: true }
  const first = await readFirst(client, userId, { asked, tallies, max })
  if (first.exact || first.total > asked.offset + asked.limit) return first
  const lookedUp = hasTrigram(asked.q) ? await findByTrigrams(client, userId, asked) : null
  return lookedUp ?? readOn(client, userId, asked, tallies)
}
