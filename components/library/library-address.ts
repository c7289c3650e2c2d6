import type { LibraryQuery, TranscriptionList } from '@/lib/library/contract'

export const PAGE_SIZE = 50

const DEFAULTS: Partial<Record<keyof LibraryQuery, unknown>> = {
  limit: PAGE_SIZE,
  offset: 0,
  sort: 'created_at',
  order: 'desc',
}

/** The address of the list under a query, without default values. Any change goes back to the first page. */
export function libraryAddress(query: LibraryQuery, change: Partial<LibraryQuery> = {}): string {
  const wanted = { ...query, offset: 0, ...change }
  const entries = Object.entries(wanted).filter(
    ([name, value]) => value !== null && value !== '' && value !== DEFAULTS[name as keyof LibraryQuery],
  )
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  return search.size > 0 ? `/transcripts?${search}` : '/transcripts'
}

/** Whether a query filters the list. */
export function isNarrowed(query: LibraryQuery): boolean {
  const {
    q,
    platform,
    state,
    search,
    tag,
    lang,
    source,
    created_after: after,
    created_before: before,
    published,
  } = query
  return [q, platform, state, search, tag, lang, source, after, before, published].some(
    (value) => value !== null && value !== '',
  )
}

/** Whether the user has no transcript at all yet. */
export function isEmpty(query: LibraryQuery, { transcriptions }: TranscriptionList): boolean {
  return transcriptions.length === 0 && !isNarrowed(query) && query.offset === 0
}
