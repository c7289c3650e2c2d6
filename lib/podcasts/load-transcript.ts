import { MAX_CAPTION_BYTES } from '@/lib/captions/caption-bounds'
import type { Segment } from '@/lib/captions/cue'
import { readCaptions } from '@/lib/captions/read-captions'
import { readCues } from '@/lib/captions/read-cues'
import { readBody } from '@/lib/net/read-body'
import { charsetOf } from './charset-of'
import { openAnswer } from './open-answer'

const ACCEPT = 'text/vtt, application/x-subrip, application/json;q=0.9, */*;q=0.8'

/**
 * Fetches a transcript that a feed offers, of up to 32 MB, and reads it by its content, whatever its label says. Gives no
 * segments when it has none or no times. Throws what network and server refuse with.
 */
export async function loadTranscript(link: { url: string }, signal: AbortSignal): Promise<Segment[]> {
  const headers = { accept: ACCEPT }
  const opened = await openAnswer(link.url, { signal, headers, maxBytes: MAX_CAPTION_BYTES })
  const bytes = await readBody(opened, MAX_CAPTION_BYTES)
  const read = await readCaptions(bytes, charsetOf(opened.headers.get('content-type')))
  return readCues(read?.cues ?? [])
}
