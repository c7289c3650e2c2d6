import type pg from 'pg'
import type { HistoryFilter, HistoryOrder, HistorySlice, Tally } from './history-filter'

type Wish = Omit<HistoryFilter, 'q'> & HistoryOrder & HistorySlice
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

/**
 * A source of ids in order: one index has all of a user's entries, and another those of each platform and state, of which
 * as many are merged as there are.
 */
function orderedEntries(wanted: readonly Tally[], isAll: boolean, order: string, values: unknown[]): string {
  if (isAll) return `select e.id from entry e where e.user_id = $1 order by ${order}`
  const branches = wanted.map(({ platform, state }) => {
    values.push(platform, state)
    const [p, s] = [values.length - 1, values.length]
    return `(select * from entry where user_id = $1 and platform = $${p} and state = $${s})`
  })
  return `select e.id from (${branches.join(' union all ')}) as e order by ${order}`
}

/**
 * A page of a user's history by platform and state, and how many entries there are of them, which is known beforehand: an
 * index gives them in order, and one side of the page at most half of them lie. `sort` is one of the columns by contract.
 */
export async function findPage(
  client: pg.ClientBase,
  userId: string,
  tallies: readonly Tally[],
  wish: Wish,
): Promise<FoundPage> {
  const { platform, state, sort } = wish
  const wanted = tallies.filter((tally) => (platform ?? tally.platform) === tally.platform)
  const matching = wanted.filter((tally) => (state ?? tally.state) === tally.state)
  const total = matching.reduce((sum, { entries }) => sum + entries, 0)
  const { direction, offset, limit, turned } = nearerWay(wish, total)
  if (limit === 0) return { ids: [], total, exact: true }
  const values: unknown[] = [userId]
  const isAll = platform === null && state === null
  const ordered = orderedEntries(matching, isAll, `e.${sort} ${direction}, e.id ${direction}`, values)
  values.push(limit, offset)
  const text = `${ordered} limit $${values.length - 1} offset $${values.length}`
  const { rows } = await client.query<{ id: string }>(text, values)
  const ids = rows.map(({ id }) => id)
  return { ids: turned ? ids.reverse() : ids, total, exact: true }
}
