import { formatCount } from '@/components/format/format-count'

export const words = {
  search: 'Search',
  searchText: 'Search this transcript',
  noHits: 'No results',
  hitOf: (current: number, total: number) => `${formatCount(current)} of ${formatCount(total)}`,
  previousHit: 'Previous result',
  nextHit: 'Next result',
} as const

/** The number of the current hit among all, in words; empty without a query. `current` is 0 for the first. */
export function searchCount(query: string, current: number, total: number): string {
  if (!query.trim()) return ''
  return total === 0 ? words.noHits : words.hitOf(current + 1, total)
}
