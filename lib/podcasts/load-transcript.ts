import type { CaptionText } from '@/lib/captions/found-captions'
import { readCaptionStream } from '@/lib/texts/read-caption-text'
import { captionLimits } from '@/lib/texts/text-limits'
import { charsetOf } from './charset-of'
import { openResponse } from './open-response'

const ACCEPT = 'text/vtt, application/x-subrip, application/json;q=0.9, */*;q=0.8'

/** A transcript's text, and the host that served it in the end. */
export type LoadedTranscript = { text: CaptionText; servedBy: string }

/**
 * Fetches a transcript that a feed offers, as large as a caption file may be, and reads it by its content, whatever its label
 * says. Gives no segments when it has none or no times. Throws what network and server refuse with.
 */
export async function loadTranscript(link: { url: string }, signal: AbortSignal): Promise<LoadedTranscript> {
  const { maxBytes } = captionLimits()
  const opened = await openResponse(link.url, { signal, headers: { accept: ACCEPT }, maxBytes })
  try {
    const charset = charsetOf(opened.headers.get('content-type'))
    return { text: await readCaptionStream(opened.body, { charset, signal }), servedBy: opened.url.hostname }
  } finally {
    opened.body.destroy()
  }
}
