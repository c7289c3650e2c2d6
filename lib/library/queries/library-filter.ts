import type { Platform } from '@/lib/platforms/platforms'
import type { LibraryItemState, LibraryQuery } from '../contract'
import { foldTag } from '../tags/contract'

/** The filter of a user's library. */
export type LibraryFilter = Pick<LibraryQuery, 'platform' | 'state' | 'q' | 'tag'>

export type LibraryOrder = Pick<LibraryQuery, 'sort' | 'order'>

/** Which items of an order are listed. */
export type LibrarySlice = Pick<LibraryQuery, 'limit' | 'offset'>

/** How many items there are of a platform and state. */
export type Tally = { platform: Platform; state: LibraryItemState; libraryItems: number }

export function matchingTallies(tallies: readonly Tally[], { platform, state }: LibraryFilter): Tally[] {
  return tallies.filter(
    (tally) => (platform ?? tally.platform) === tally.platform && (state ?? tally.state) === tally.state,
  )
}

/** A `like` pattern for text that contains this text. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Whether a part of an id has a trigram of letters or digits; without one the whole index would be read. */
export function hasTrigram(part: string | null): boolean {
  return part !== null && /[a-z0-9]{3}/i.test(part)
}

/**
 * The SQL conditions of a filter, of the table as `e`, each beginning with `and`; the values are pushed to `values`.
 */
export function filterConditions({ platform, state, q, tag }: LibraryFilter, values: unknown[]): string {
  const compare = (column: string, operator: string, value: string | null) => {
    if (value === null) return ''
    values.push(value)
    return ` and e.${column} ${operator} $${values.length}`
  }
  const hasTag = (value: string) => {
    values.push(foldTag(value))
    return ` and exists (select from library_item_tag x join tag g on g.id = x.tag_id
                         where x.library_item_id = e.id and g.user_id = e.user_id and g.folded_name = $${values.length})`
  }
  const part = q && containing(q)
  return (
    compare('platform', '=', platform) +
    compare('state', '=', state) +
    (hasTrigram(q) ? compare('video_id', 'ilike', part) : compare('folded_id', 'like', part?.toLowerCase() ?? null)) +
    (tag === null ? '' : hasTag(tag))
  )
}
