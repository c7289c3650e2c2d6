import type { Platform } from '@/lib/platforms/platforms'
import type { LibraryItemState, LibraryQuery } from '../contract'
import { foldTag } from '../tags/contract'

/** The filter of a user's library. */
export type LibraryFilter = Pick<
  LibraryQuery,
  'platform' | 'state' | 'q' | 'tag' | 'lang' | 'source' | 'created_after' | 'created_before' | 'published'
>

export type LibraryOrder = Pick<LibraryQuery, 'sort' | 'order'>

/** An order that an index has. */
export type IndexedOrder = LibraryOrder & { sort: Exclude<LibraryQuery['sort'], 'title'> }

/** Whether indexes have the order, and all that the query filters by. */
export function isIndexed<Q extends LibraryFilter & LibraryOrder>(query: Q): query is Q & IndexedOrder {
  const { sort, lang, source, created_after: from, created_before: until, published } = query
  return sort !== 'title' && [lang, source, from, until, published].every((value) => value === null)
}

/** The SQL expression of an order, of the table as `e`. */
export function sortExpression(sort: LibraryQuery['sort']): string {
  if (sort !== 'title') return `e.${sort}`
  return `lower(coalesce(e.custom_title, e.title, (select m.title from media m where m.id = e.media_id))) collate "und-x-icu"`
}

/** An order by a value of a query and the id. Items without a title are last in both directions. */
export function orderBy(value: string, id: string, { sort, order }: LibraryOrder): string {
  return `order by ${value} ${order}${sort === 'title' ? ' nulls last' : ''}, ${id} ${order}`
}

/** Which items of an order are listed. */
export type LibrarySlice = Pick<LibraryQuery, 'limit' | 'offset'>

/** How many items there are of a platform and state. */
export type Tally = { platform: Platform; state: LibraryItemState; libraryItems: number }

export function matchingTallies(tallies: readonly Tally[], { platform, state }: LibraryFilter): Tally[] {
  return tallies.filter(
    (tally) => (platform ?? tally.platform) === tally.platform && (state ?? tally.state) === tally.state,
  )
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** A `like` pattern for text that contains this text. */
export function containing(text: string): string {
  return `%${escapeLike(text)}%`
}

/** Whether a part of an id has a trigram of letters or digits; without one the whole index would be read. */
export function hasTrigram(part: string | null): boolean {
  return part !== null && /[a-z0-9]{3}/i.test(part)
}

/**
 * The SQL conditions of a filter, of the table as `e`, each beginning with `and`; the values are pushed to `values`.
 */
export function filterConditions(filter: LibraryFilter, values: unknown[]): string {
  const { platform, state, q, tag, lang, source, created_after: from, created_before: until, published } = filter
  const compare = (column: string, operator: string, value: string | Date | null) => {
    if (value === null) return ''
    values.push(value)
    return ` and e.${column} ${operator} $${values.length}`
  }
  const hasTag = (value: string) => {
    values.push(foldTag(value))
    return ` and exists (select from library_item_tag x join tag g on g.id = x.tag_id
                         where x.library_item_id = e.id and g.user_id = e.user_id and g.folded_name = $${values.length})`
  }
  const inLanguage = (value: string) => {
    values.push(escapeLike(value), `${escapeLike(value)}-%`)
    return ` and exists (select from transcript t where t.id = e.transcript_id
                         and (t.lang ilike $${values.length - 1} or t.lang ilike $${values.length}))`
  }
  const fromSource = (value: string) => {
    values.push(value)
    return ` and exists (select from transcript t where t.id = e.transcript_id and t.source::text = $${values.length})`
  }
  const isPublished = 'exists (select from publication p where p.library_item_id = e.id)'
  const part = q && containing(q)
  return (
    compare('created_at', '>=', from && new Date(from)) +
    compare('created_at', '<', until && new Date(until)) +
    compare('platform', '=', platform) +
    compare('state', '=', state) +
    (hasTrigram(q) ? compare('video_id', 'ilike', part) : compare('folded_id', 'like', part?.toLowerCase() ?? null)) +
    (tag === null ? '' : hasTag(tag)) +
    (lang === null ? '' : inLanguage(lang)) +
    (source === null ? '' : fromSource(source)) +
    (published === null ? '' : ` and ${published ? '' : 'not '}${isPublished}`)
  )
}
