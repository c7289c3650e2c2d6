import { readCaptionStream } from '@/lib/archive/texts/read-caption-text'
import { captionLimits } from '@/lib/archive/texts/text-limits'
import type { CaptionText } from '@/lib/captions/found-captions'
import { ACCEPTED_TRANSCRIPTS } from './episode-media'
import { openResponse } from './fetch/open-response'
import { charsetOf } from './parse/decode-feed'

/** The text of a transcript, and the host that served it after all redirects. */
export type LoadedTranscript = { text: CaptionText; servedBy: string }

/**
 * Fetches a transcript that a feed offers, as large as a caption file may be, and parses it by its content, whatever its label
 * says. Returns no segments when it has none or no times. Throws the problems of network and server.
 */
export async function loadTranscript(
  link: { url: string; lang: string | null },
  signal: AbortSignal,
): Promise<LoadedTranscript> {
  const { maxBytes } = captionLimits()
  const opened = await openResponse(link.url, { signal, headers: { accept: ACCEPTED_TRANSCRIPTS }, maxBytes })
  try {
    const charset = charsetOf(opened.headers.get('content-type'))
    return {
      text: await readCaptionStream(opened.body, { charset, lang: link.lang, signal }),
      servedBy: opened.url.hostname,
    }
  } finally {
    opened.body.destroy()
  }
}
