import type { OpenedUrl } from '@/lib/net/open-url'
import { MAX_FEED_BYTES } from './feed'
import { feedTooLarge } from './feed-too-large'
import { type Content, HEAD_BYTES, judgeContent } from './judge-content'
import { MAX_PAGE_BYTES } from './page'

type Answer = { content: Content; bytes: Buffer }

/** What is read of each: media and other things only as far as it takes to tell. */
const MAX_BYTES: Readonly<Record<Content, number>> = {
  media: HEAD_BYTES,
  other: HEAD_BYTES,
  page: MAX_PAGE_BYTES,
  feed: MAX_FEED_BYTES,
}

/**
 * Reads an answer as far as is needed to judge it, and a feed or page whole; of a page more than 4 MB is cut off. Throws
 * `file_too_large` for a feed over 32 MB. The connection is closed unless the answer came to its end.
 */
export async function readResponse({ body, headers }: OpenedUrl): Promise<Answer> {
  const chunks: Uint8Array[] = []
  let length = 0
  let content: Content | null = null
  const judge = () => judgeContent(Buffer.concat(chunks).subarray(0, HEAD_BYTES), headers.get('content-type'))
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    length += chunk.length
    if (length < HEAD_BYTES) continue
    content ??= judge()
    if (length > MAX_BYTES[content]) break
  }
  content ??= judge()
  if (content === 'feed' && length > MAX_FEED_BYTES) {
    throw feedTooLarge(MAX_FEED_BYTES)
  }
  return { content, bytes: Buffer.concat(chunks).subarray(0, MAX_BYTES[content]) }
}
