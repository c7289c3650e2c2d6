import type pg from 'pg'
import {
  containing,
  type IndexedOrder,
  type LibraryFilter,
  type LibrarySlice,
  matchingTallies,
  type Tally,
} from './library-filter'

type Asked = LibraryFilter & IndexedOrder & LibrarySlice
/** Ids of library items, and how many there are in all. */
export type FoundPage = { ids: string[]; total: number; exact: boolean }

/** The slice of an order to read: from its end, backwards, where that is shorter. */
function cheaperOrder(
  { order, limit, offset }: Asked,
  total: number,
): LibrarySlice & { direction: string; turned: boolean } {
  const size = Math.min(limit, Math.max(0, total - offset))
  const fromEnd = total - offset - size
  const turned = fromEnd < offset
  return {
    direction: (order === 'asc') !== turned ? 'asc' : 'desc',
    offset: turned ? fromEnd : offset,
    limit: size,
    turned,
  }
}

type Ordered = {
  direction: string
  limit: number
  offset?: number
  /** Only items whose id contains this. */
  part?: string
  /** Read also `folded_id`, by which the caller filters. A deep page is read faster without. */
  foldedId?: boolean
}

/**
 * A slice of an order, optionally only of the items whose id contains a part. One index has all of a user's items, and
 * another those of each platform and state: each yields its first items in order, which are then merged.
 */
export function orderedLibraryItems(
  tallies: readonly Tally[],
  { platform, state, sort }: Asked,
  { direction, limit, offset = 0, part, foldedId = false }: Ordered,
  values: unknown[],
): string {
  values.push(limit, offset)
  const columns = `id, ${sort}${foldedId ? ', folded_id' : ''}`
  const order = `order by ${sort} ${direction}, id ${direction}`
  const slice = `${order} limit $${values.length - 1} offset $${values.length}`
  if (part !== undefined) values.push(containing(part.toLowerCase()))
  const having = part === undefined ? '' : ` and folded_id like $${values.length}`
  const select = `select ${columns} from library_item where user_id = $1`
  if (platform === null && state === null) return `${select}${having} ${slice}`
  values.push(limit + offset)
  const first = `${order} limit $${values.length}`
  const branches = tallies.map((tally) => {
    values.push(tally.platform, tally.state)
    const items = `platform = $${values.length - 1} and state = $${values.length}`
    return `(${select} and ${items}${having} ${first})`
  })
  return `select ${columns} from (${branches.join(' union all ')}) as merged ${slice}`
}

/**
 * A page of a user's library by platform and state, and how many items match, which is known beforehand: an index gives
 * them in order, read from the nearer end. `sort` is one of the columns by contract.
 */
export async function findPage(
  client: pg.ClientBase,
  userId: string,
  tallies: readonly Tally[],
  asked: Asked,
): Promise<FoundPage> {
  const matching = matchingTallies(tallies, asked)
  const total = matching.reduce((sum, { libraryItems }) => sum + libraryItems, 0)
  const { direction, offset, limit, turned } = cheaperOrder(asked, total)
  if (limit === 0) return { ids: [], total, exact: true }
  const values: unknown[] = [userId]
  const text = orderedLibraryItems(matching, asked, { direction, limit, offset }, values)
  const { rows } = await client.query<{ id: string }>(text, values)
  const ids = rows.map(({ id }) => id)
  return { ids: turned ? ids.reverse() : ids, total, exact: true }
}
