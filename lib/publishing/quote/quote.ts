import { speakerNames } from '@/lib/captions/speakers'
import { plainTitle } from '@/lib/captions/text/plain-title'
import { textJoiner } from '@/lib/captions/text/text-joiner'
import { beginsInQuote, formatTimeRange, parseTimeRange, type TimeRange } from '@/lib/captions/time-range'
import type { PublicTranscript } from '../contract'

/** A quote of a published transcript, by a link such as `/t/{slug}?t=12.3-18.9`. */
export type Quote = {
  /** The words, cut where they are too many. */
  text: string
  /** Seconds. */
  start: number
  end: number
  /** The speaker of the whole quote, if known. */
  speaker: string | null
  /** The stretch as the link of the quote has it. */
  time: string
}

/** The most characters that a picture of the quote can show in legible type. */
const MAX_CHARACTERS = 280
/** Words are cut in two only where they are longer. */
const MAX_WORD_CHARACTERS = 40

/** A text cut to so many characters, between words where there are any. */
export function cutQuote(text: string, most = MAX_CHARACTERS): string {
  const characters = [...text]
  if (characters.length <= most) return text
  const cut = characters.slice(0, most - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${cut.slice(0, space > cut.length - MAX_WORD_CHARACTERS ? space : undefined).replace(/(?<![\s,;:.–—-])[\s,;:.–—-]+$/u, '')}…`
}

/** The stretch that the link of a quote names; null for a link to a time, or to none. */
export function parseQuote(time: string | undefined): TimeRange | null {
  const range = parseTimeRange(time)
  return range && range.end !== null ? range : null
}

/** The words of a stretch: the lines that begin in it, which are those that its page highlights. Null when there are none. */
export function quoteOf(
  { segments = [], speakers = [] }: Pick<PublicTranscript, 'segments' | 'speakers'>,
  range: TimeRange,
): Quote | null {
  const time = formatTimeRange(range)
  const lines = segments.filter(({ start }) => beginsInQuote(start, range))
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last || time === null) return null
  let text = ''
  for (const line of lines) {
    if (text.length > 2 * MAX_CHARACTERS) break
    const added = plainTitle(line.text)
    text += text === '' || added === '' ? added : textJoiner(text, added) + added
  }
  if (text === '') return null
  const sole = lines.every(({ speaker }) => speaker === first.speaker) ? first.speaker : undefined
  return {
    text: cutQuote(text),
    start: first.start,
    end: last.end,
    speaker: (sole !== undefined && speakerNames(speakers).get(sole)) || null,
    time,
  }
}
