import type { Segment } from '../cue'
import { textJoiner } from '../text/text-joiner'

/** A paragraph of a transcript, on one line, by one speaker where speakers are known. */
export type Paragraph = { startMs: number; endMs: number; text: string; speaker?: string }

const PAUSE_MS = 2000
const FULL_MS = 60_000
// Automatic captions may have no punctuation.
const LONGEST_MS = 120_000
const ABBREVIATION = /(?:^|\s)(?:mr|mrs|ms|dr|prof|sr|jr|st|vs|no|fig|e\.g|i\.e)\.$/i
/**
 * The characters before every end of a sentence (UAX 29, SB3 to SB11, and the Greek question mark): a terminator or a line end, then no
 * letter and no number. The segmenter takes ten times as long to find that there is no end.
 */
const MAY_END =
  /[\p{Sentence_Terminal}\u2024\ufe52\uff0e;\u037e\n\r\u0085\u2028\u2029](?:[^\p{L}\p{N}]|[\uff9e\uff9f])*$/u

/** A sentence segmenter; with the general rules of Unicode if the runtime rejects the language tag. */
function sentenceSegmenter(lang: string | undefined): Intl.Segmenter {
  try {
    return new Intl.Segmenter(lang, { granularity: 'sentence' })
  } catch (error) {
    if (error instanceof RangeError) return new Intl.Segmenter(undefined, { granularity: 'sentence' })
    throw error
  }
}

function endsSentence(sentences: Intl.Segmenter, text: string, nextText: string): boolean {
  if (ABBREVIATION.test(text.slice(-12))) return false
  const before = text.slice(-200).toWellFormed() + textJoiner(text, nextText)
  if (!MAY_END.test(before)) return false
  return (
    sentences.segment(before + nextText.slice(0, 200).toWellFormed()).containing(before.length)?.index === before.length
  )
}

/**
 * Groups segments into paragraphs. A new one begins after a pause of more than 2 s, at the first end of a sentence between two
 * segments once a paragraph is 60 s long, after 120 s in any case, and where the speaker changes. `lang` is a BCP 47 tag that decides how sentences end.
 */
export function toParagraphs(segments: readonly Segment[], lang?: string): Paragraph[] {
  const sentences = sentenceSegmenter(lang)
  const paragraphs: Paragraph[] = []
  let current: Paragraph | undefined
  let previous: Segment | undefined
  for (const segment of segments) {
    const { startMs, endMs, text, speaker } = segment
    const lengthMs = current && previous ? previous.endMs - current.startMs : 0
    const begins =
      !current ||
      !previous ||
      speaker !== previous.speaker ||
      startMs - previous.endMs > PAUSE_MS ||
      lengthMs >= LONGEST_MS ||
      (lengthMs >= FULL_MS && endsSentence(sentences, previous.text, text))
    if (begins || !current || !previous) {
      current = speaker === undefined ? { startMs, endMs, text } : { startMs, endMs, text, speaker }
      paragraphs.push(current)
    } else {
      current.text += textJoiner(previous.text, text) + text
      current.endMs = endMs
    }
    previous = segment
  }
  return paragraphs
}
