import type { Platform } from '@/lib/captions/transcript'
import type { LibraryItemState, LibraryQuery } from './contract'

/** The filter of a user's library. */
export type LibraryFilter = Pick<LibraryQuery, 'platform' | 'state' | 'q'>

/** The order of the list. */
export type LibraryOrder = Pick<LibraryQuery, 'sort' | 'order'>

/** Which items of an order are listed. */
export type LibrarySlice = Pick<LibraryQuery, 'limit' | 'offset'>

/** How many items there are of a platform and state. */
export type Tally = { platform: Platform; state: LibraryItemState; libraryItems: number }

/** The tallies that match a filter by platform and state. */
export function matchingTallies(tallies: readonly Tally[], { platform, state }: LibraryFilter): Tally[] {
  return tallies.filter(
    (tally) => (platform ?? tally.platform) === tally.platform && (state ?? tally.state) === tally.state,
  )
}

/** A `like` pattern for text that contains this text. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/**
 * Whether a part of an id can use the trigram index: three letters or digits in a row. Any other part would read the
 * index whole.
 */
export function hasTrigram(part: string | null): boolean {
  return part !== null && /[a-z0-9]{3}/i.test(part)
}

/**
 * The SQL conditions of a filter, of the table as `e`, each beginning with `and`; the values are pushed to `values`.
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
