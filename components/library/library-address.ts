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

/** Whether a query filters the list: whether it says more than which part of it is shown, and in which order. */
export function isNarrowed(query: LibraryQuery): boolean {
  return Object.entries(query).some(([name, value]) => !(name in DEFAULTS) && value !== null && value !== '')
}

/** Whether the user has no transcript at all yet. */
export function isEmpty(query: LibraryQuery, { transcriptions }: TranscriptionList): boolean {
  return transcriptions.length === 0 && !isNarrowed(query) && query.offset === 0
}
