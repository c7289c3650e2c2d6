import type { Description } from '@/components/public-page/public-head'
import { plainTitle } from '@/lib/captions/text/plain-title'
import { oembedUrl } from '@/lib/publishing/embed'
import { parseQuote, quoteOf } from '@/lib/publishing/quote/quote'
import { cardOf } from '@/lib/publishing/quote/quote-card'
import { pageUrl } from '@/lib/publishing/slug'
import { type ShownTranscript, titleOf } from './find-public'
import { structuredData } from './structured-data'
import { words } from './words'

const DESCRIPTION_CHARACTERS = 160

/** The beginning of a text, cut between words. */
function beginningOf({ segments = [] }: ShownTranscript): string {
  let text = ''
  for (const segment of segments) {
    if (text.length > DESCRIPTION_CHARACTERS) break
    text += `${segment.text} `
  }
  const plain = plainTitle(text)
  if (plain.length <= DESCRIPTION_CHARACTERS) return plain
  const cut = plain.slice(0, DESCRIPTION_CHARACTERS)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), DESCRIPTION_CHARACTERS - 40))}…`
}

/** Describes a published transcript to search engines and previews; `time` is that of the link, which may name a quote. */
export function describePage(transcript: ShownTranscript, time?: string): Description {
  const range = parseQuote(time)
  const quote = range && quoteOf(transcript, range)
  const title = titleOf(transcript)
  const url = pageUrl(transcript.slug)
  return {
    title,
    summary: beginningOf(transcript) || words.transcriptOf(title),
    url,
    image: `${url}/image`,
    unlisted: transcript.unlisted,
    oembed: oembedUrl(transcript.slug),
    structured: structuredData(transcript, beginningOf(transcript)),
    quote: quote && cardOf(url, { ...quote, title: transcript.title }),
  }
}
