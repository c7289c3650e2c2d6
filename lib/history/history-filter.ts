import type { Platform } from '@/lib/captions/transcript'
import type { LibraryItemState, LibraryQuery } from './contract'

/** What narrows a user's history. */
export type LibraryFilter = Pick<LibraryQuery, 'platform' | 'state' | 'q'>

/** In which order it is listed. */
export type LibraryOrder = Pick<LibraryQuery, 'sort' | 'order'>

/** Which entries of an order are listed. */
export type LibrarySlice = Pick<LibraryQuery, 'limit' | 'offset'>

/** How many entries there are of a platform and state. */
export type Tally = { platform: Platform; state: LibraryItemState; libraryItems: number }

/** The tallies that a filter by platform and state leaves. */
export function matchingTallies(tallies: readonly Tally[], { platform, state }: LibraryFilter): Tally[] {
  return tallies.filter(
    (tally) => (platform ?? tally.platform) === tally.platform && (state ?? tally.state) === tally.state,
  )
}

/** A `like` pattern for what has this text in it. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/**
 * Whether a part of an id can be looked up in the index of three letters or digits each. Any other part would have it read
 * whole.
 */
export function hasTrigram(part: string | null): boolean {
  return part !== null && /[a-z0-9]{3}/i.test(part)
}

/**
 * The conditions of a filter in SQL, of the table `e`, each beginning with `and`; what they compare with is pushed to
 * `values`.
 */
export function filterConditions({ platform, state, q }: LibraryFilter, values: unknown[]): string {
  const compare = (column: string, operator: string, value: string | null) => {
    if (value === null) return ''
    values.push(value)
    return ` and e.${column} ${operator} $${values.length}`
  }
  const part = q && containing(q)
  return (
    compare('platform', '=', platform) +
    compare('state', '=', state) +
    (hasTrigram(q) ? compare('video_id', 'ilike', part) : compare('folded_id', 'like', part?.toLowerCase() ?? null))
  )
}
