import { log } from '@/lib/core/log'
import { addViews } from './publication-table'

const EVERY_MS = 10_000

/** Programs that open pages on their own, by the names that they send. */
const BOTS = /bot\b|crawl|spider|slurp|preview|fetch|monitor|headless|curl|wget|python|^$/i

let waiting = new Map<string, number>()

function storeLater(): void {
  setTimeout(() => void storeViews(), EVERY_MS).unref()
}

/** Stores the views that were counted. Those that can't be stored are stored with the next ones. */
export async function storeViews(): Promise<void> {
  const views = waiting
  waiting = new Map()
  if (views.size === 0) return
  try {
    await addViews(views)
  } catch (error) {
    log.warn('the views of public pages could not be stored', { error })
    if (waiting.size === 0) storeLater()
    for (const [slug, count] of views) waiting.set(slug, (waiting.get(slug) ?? 0) + count)
  }
}

/**
 * Counts a view of a public page. It stores nothing about the reader and takes no cookie; a busy page is one update every
 * ten seconds.
 */
export function countView(slug: string, userAgent = ''): void {
  if (BOTS.test(userAgent)) return
  if (waiting.size === 0) storeLater()
  waiting.set(slug, (waiting.get(slug) ?? 0) + 1)
}
