import { formatCount } from '../format-count'

/** What the search in a text says. */
export const words = {
  search: 'Search',
  searchText: 'Search the text',
  noHits: 'None',
  hitOf: (current: number, total: number) => `${formatCount(current)} of ${formatCount(total)}`,
  previousHit: 'Previous hit',
  nextHit: 'Next hit',
} as const
