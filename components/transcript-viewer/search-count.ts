import { words } from './search-words'

/** Where a search is, in words: nothing without a query, else which of how many hits. `current` is 0 for the first. */
export function searchCount(query: string, current: number, total: number): string {
  if (!query.trim()) return ''
  return total === 0 ? words.noHits : words.hitOf(current + 1, total)
}
