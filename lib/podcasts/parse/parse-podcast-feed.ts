import { runInSlices } from '@/lib/captions/parsing/steps'
import { Problem } from '@/lib/core/problem/problem'
import { type Feed, feedTooLarge, MAX_FEED_BYTES } from '../feed'
import { decodeFeed } from './decode-feed'
import { jsonFeedSteps } from './json-feed'
import { xmlFeedSteps } from './xml-feed'

// JSON can't be parsed in steps.
const MAX_JSON_BYTES = 4 * 1024 * 1024
const HEAD_BYTES = 1024

function isJson(bytes: Uint8Array): boolean {
  return /^(?:\xef\xbb\xbf)?\s*\{/.test(Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1'))
}

/**
 * Parses a podcast feed: RSS 0.9 to 2.0, Atom, RSS 1.0 (RDF) or JSON Feed, whose addresses are relative to `url`. Yields to the
 * event loop every few milliseconds; linear time. Items without media are left out. Throws `file_too_large` over 32 MB (4 MB of
 * JSON) and `unsupported_source` for anything that is no feed.
 */
export async function parsePodcastFeed(
  bytes: Uint8Array,
  { contentType, url }: { contentType: string | null; url: string },
): Promise<Feed> {
  const inJson = isJson(bytes)
  const maxBytes = inJson ? MAX_JSON_BYTES : MAX_FEED_BYTES
  if (bytes.byteLength > maxBytes) throw feedTooLarge(maxBytes)
  const texts = await decodeFeed(bytes, contentType)
  const feed = await runInSlices(inJson ? jsonFeedSteps([...texts].join(''), url) : xmlFeedSteps(texts, url))
  if (feed) return feed
  throw new Problem('unsupported_source', {
    detail: "This is not a podcast feed. Paste the show's RSS feed, an episode's link, or a link to the audio.",
    context: { field: 'url' },
  })
}
