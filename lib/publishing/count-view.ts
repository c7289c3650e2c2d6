import { bufferCounts } from '@/lib/core/db/buffered-counts'
import { addViews, type Views } from './publication-table'

/** Programs that open pages on their own, by the names that they send. */
const BOTS = /bot\b|crawl|spider|slurp|preview|fetch|monitor|headless|curl|wget|python|^$/i

const views = bufferCounts<Views>({
  name: 'views of public pages',
  keyOf: ({ slug }) => slug,
  join: (one, other) => ({ ...one, views: one.views + other.views }),
  write: addViews,
})

/** Writes what this process has counted. */
export const flushViews = views.flush

/** Counts a view of a public page; it is in the database seconds later. Nothing about the reader is stored, and no cookie set. */
export function countView(slug: string, userAgent = ''): void {
  if (!BOTS.test(userAgent)) views.add({ slug, views: 1 })
}
