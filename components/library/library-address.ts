import type { HistoryQuery, TranscriptionList } from '@/lib/history/contract'

export const PAGE_SIZE = 50

const DEFAULTS: Partial<Record<keyof HistoryQuery, unknown>> = {
  limit: PAGE_SIZE,
  offset: 0,
  sort: 'created_at',
  order: 'desc',
}

/** The address of the list under a query; what is as it always is stays out of it. A change leads to the first page. */
export function libraryAddress(query: HistoryQuery, change: Partial<HistoryQuery> = {}): string {
  const wanted = { ...query, offset: 0, ...change }
  const entries = Object.entries(wanted).filter(
    ([name, value]) => value !== null && value !== '' && value !== DEFAULTS[name as keyof HistoryQuery],
  )
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  return search.size > 0 ? `/transcripts?${search}` : '/transcripts'
}

/** Whether a query shows less than everything. */
export function isNarrowed({ q, platform, state, search }: HistoryQuery): boolean {
  return Boolean(q || platform || state || search)
}

/** Whether there is nothing at all to list yet. */
export function isEmpty(query: HistoryQuery, { transcriptions }: TranscriptionList): boolean {
  return transcriptions.length === 0 && !isNarrowed(query) && query.offset === 0
}
