import type pg from 'pg'
import { containing, type HistoryFilter, type HistoryOrder, type HistorySlice, type Tally } from './history-filter'

type Wish = HistoryFilter & HistoryOrder & HistorySlice
/** Ids of entries, and how many there are in all. */
export type FoundPage = { ids: string[]; total: number; exact: boolean }

/** The part of an order that is read: from its end, backwards, where that is nearer. */
function nearerWay(
  { order, limit, offset }: Wish,
  total: number,
): HistorySlice & { direction: string; turned: boolean } {
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

type Ordered = { sort: string; direction: string; rows: number; part: string | null }

/**
 * The first so many ids in an order. One index has all of a user's entries, and another those of each platform and state:
 * of as many of them as there are, each gives its own first ones in order, which are then merged.
 */
function orderedEntries(wanted: readonly Tally[], isAll: boolean, ordered: Ordered, values: unknown[]): string {
  const { sort, direction, rows, part } = ordered
  const order = `order by ${sort} ${direction}, id ${direction}`
  if (part) values.push(containing(part.toLowerCase()))
  const having = part ? ` and folded_id like $${values.length}` : ''
  if (isAll) return `select id from entry where user_id = $1${having} ${order}`
  values.push(rows)
  const most = values.length
  const branches = wanted.map(({ platform, state }) => {
    values.push(platform, state)
    const [p, s] = [values.length - 1, values.length]
    return `(select id, ${sort} from entry where user_id = $1 and platform = $${p} and state = $${s}${having} ${order} limit $${most})`
  })
  return `select id from (${branches.join(' union all ')}) as merged ${order}`
}

/**
 * A page of a user's history by platform, state and a part of the id, and how many entries there are of them, which is known
 * beforehand: an index gives them in order, and one side of the page at most half of them lie. `sort` is one of the columns
 * by contract.
 */
export async function findPage(
  client: pg.ClientBase,
  userId: string,
  tallies: readonly Tally[],
  wish: Wish,
): Promise<FoundPage> {
  const { platform, state, sort, q } = wish
  const wanted = tallies.filter((tally) => (platform ?? tally.platform) === tally.platform)
  const matching = wanted.filter((tally) => (state ?? tally.state) === tally.state)
  const total = matching.reduce((sum, { entries }) => sum + entries, 0)
  const { direction, offset, limit, turned } = nearerWay(wish, total)
  if (limit === 0) return { ids: [], total, exact: true }
  const values: unknown[] = [userId]
  const isAll = platform === null && state === null
  const ordered = orderedEntries(matching, isAll, { sort, direction, rows: offset + limit, part: q }, values)
  values.push(limit, offset)
  const text = `${ordered} limit $${values.length - 1} offset $${values.length}`
  const { rows } = await client.query<{ id: string }>(text, values)
  const ids = rows.map(({ id }) => id)
  return { ids: turned ? ids.reverse() : ids, total, exact: true }
}
