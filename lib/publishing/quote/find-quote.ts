import { LRUCache } from 'lru-cache'
import { loadPageText } from '@/lib/archive/documents/load-page-text'
import { formatTimeRange } from '@/lib/captions/time-range'
import { singleFlight } from '@/lib/core/concurrency/single-flight'
import { singleton } from '@/lib/core/concurrency/singleton'
import type { PublicTranscript } from '../contract'
import { findPublicTranscript } from '../find-public-transcript'
import { parseQuote, type Quote, quoteOf } from './quote'

/** A quote of a published transcript, with what its page is called. */
export type FoundQuote = Quote & { title: string | null }

type QuotedText = Pick<PublicTranscript, 'title' | 'segments' | 'speakers'>
type Kept = { text: QuotedText; bytes: number }

/** A text is read once for all of its quotes: it has more of them than could be kept. */
const MAX_BYTES = 16 * 1024 ** 2
/** About what an entry and a segment need beside the characters. */
const ENTRY_BYTES = 1_000
const SEGMENT_BYTES = 100

function keptTexts(): LRUCache<string, Kept> {
  return singleton(
    'quoted-texts',
    () => new LRUCache<string, Kept>({ maxSize: MAX_BYTES, sizeCalculation: ({ bytes }) => bytes }),
  )
}

async function readText(slug: string): Promise<Kept> {
  const transcript = await findPublicTranscript(slug, 'json', { words: false })
  const { title, speakers } = transcript
  const { segments } = await loadPageText(transcript, new AbortController().signal)
  const sizes = segments.map(({ text }) => SEGMENT_BYTES + 2 * text.length)
  const bytes = sizes.reduce((sum, size) => sum + size, ENTRY_BYTES)
  return { text: { title, segments, ...(speakers ? { speakers } : {}) }, bytes }
}

/**
 * The quote that the link of a public page names by its `t`; null for a time, a stretch without words, or what the page does not
 * show. `version` is that of the page. `admit` is asked before a text is read. Throws what `findPublicTranscript`, `loadPageText`
 * and `admit` throw.
 */
export async function findQuote(
  slug: string,
  version: string,
  t: string | undefined,
  admit: () => Promise<void>,
): Promise<FoundQuote | null> {
  const asked = parseQuote(t)
  // The quote and its tag use the rounded range that links contain.
  const range = asked && parseQuote(formatTimeRange(asked) ?? undefined)
  if (!range) return null
  const key = `${slug} ${version}`
  let kept = keptTexts().get(key)
  if (!kept) {
    await admit()
    kept = await singleFlight(`quoted text ${key}`, () => readText(slug))
    keptTexts().set(key, kept)
  }
  const quote = quoteOf(kept.text, range)
  return quote && { ...quote, title: kept.text.title }
}
