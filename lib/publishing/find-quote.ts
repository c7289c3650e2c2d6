import { LRUCache } from 'lru-cache'
import { loadBeginning } from '@/lib/archive/documents/load-beginning'
import { formatTimeRange } from '@/lib/captions/time-range'
import { singleFlight } from '@/lib/platform/concurrency/single-flight'
import { singleton } from '@/lib/platform/concurrency/singleton'
import { findPublicTranscript } from './find-public-transcript'
import { parseQuote, type Quote, quoteOf } from './quote'

/** A quote of a published transcript, with what its page is called. */
export type FoundQuote = Quote & { title: string | null }

/** A text is read once for all who open the link of a quote at a time when many do. */
const KEPT = 500

type Answer = { found: FoundQuote | null }

async function readQuote(slug: string, time: string): Promise<Answer> {
  const range = parseQuote(time)
  const transcript = range && (await findPublicTranscript(slug, 'json'))
  if (!transcript) return { found: null }
  const { document } = transcript
  const segments = document ? await loadBeginning(document, new AbortController().signal) : transcript.segments
  const quote = quoteOf({ ...transcript, segments }, range)
  return { found: quote && { ...quote, title: transcript.title } }
}

/**
 * The quote that the link of a public page names by its `t`; null for a time, a stretch without words, or what the page does
 * not show. `version` is that of the page. Throws what `findPublicTranscript` throws.
 */
export async function findQuote(slug: string, version: string, t: string | undefined): Promise<FoundQuote | null> {
  const range = parseQuote(t)
  const time = range && formatTimeRange(range)
  if (!time) return null
  const kept = singleton('public-quotes', () => new LRUCache<string, Answer>({ max: KEPT }))
  const key = `${slug} ${version} ${time}`
  const known = kept.get(key)
  if (known) return known.found
  const read = await singleFlight(`quote ${key}`, () => readQuote(slug, time))
  kept.set(key, read)
  return read.found
}
