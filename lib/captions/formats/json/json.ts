import type { ParsedCues, Segment, Word } from '../../cue'
import { scanArrayElements } from '../../parsing/json-array'
import { textChunks } from '../../parsing/steps'
import { parseElements, stringMember, timedCue, wordReader } from '../../parsing/timed-json'
import type { Fields, ReadFormat } from '../format'
import { renderText } from '../text/text'
import { facts } from './facts'

/** A word as the API shows it: seconds with at most three decimals. */
type WordJson = { start: number; end: number; text: string }

/** A segment as the API shows it: seconds with at most three decimals; words where the source has them. */
export type SegmentJson = {
  start: number
  end: number
  duration: number
  text: string
  words?: WordJson[]
  speaker?: string
}

// The quotient is the double nearest to the decimal, so it prints without rounding noise.
const toSeconds = (ms: number) => ms / 1000

const wordJson = ({ startMs, endMs, text }: Word): WordJson => ({
  start: toSeconds(startMs),
  end: toSeconds(endMs),
  text,
})

/** A segment as the API shows it. The shapes are written out: spreading one into another takes several times as long. */
export function segmentJson({ startMs, endMs, text, words, speaker }: Segment): SegmentJson {
  const [start, end, duration] = [toSeconds(startMs), toSeconds(endMs), toSeconds(endMs - startMs)]
  if (!words && speaker === undefined) return { start, end, duration, text }
  const segment: SegmentJson = { start, end, duration, text }
  if (words) segment.words = words.map(wordJson)
  if (speaker !== undefined) segment.speaker = speaker
  return segment
}

/**
 * Renders segments as the API shows them, with the whole text in paragraphs and without names (see `renderText`). `lang` is BCP 47.
 * `words: false` leaves words out.
 */
export function renderJson(
  segments: readonly Segment[],
  { lang, words = true }: { lang?: string | undefined; words?: boolean } = {},
): { text: string; segments: SegmentJson[] } {
  const shown = words ? segments : segments.map(withoutWords)
  return { text: renderText(segments, { lang }), segments: shown.map(segmentJson) }
}

export function withoutSpeaker({ speaker: _, ...segment }: Segment): Segment {
  return segment
}

export function withoutWords(segment: Segment): Segment {
  if (!segment.words) return segment
  const { words: _, ...rest } = segment
  return rest
}

/** The names of a transcript's speakers by their ids. */
function namesOf(text: string): ReadonlyMap<unknown, string> {
  const names = new Map<unknown, string>()
  for (const elements of scanArrayElements(textChunks(text), 'speakers')) {
    for (const element of elements) {
      const { id, name }: Fields = element === 'broken' ? {} : { ...(element.value as object) }
      if (typeof name === 'string') names.set(id, name)
    }
  }
  return names
}

/**
 * Parses a transcript of this service: its segments with their words and speakers, and its language. `dropped` counts segments that
 * cannot be read, what a broken end leaves open, and cues beyond `MAX_CUES`. Never throws. Linear time.
 */
export function parseJson(text: string): ParsedCues {
  const names = namesOf(text)
  const wordsOf = wordReader()
  const parsed = parseElements(textChunks(text), 'segments', ({ start, end, text: said, words, speaker }) => {
    const cue = timedCue({ start, end, text: said })
    if (!cue) return null
    const read = wordsOf(words, cue)
    if (read.length > 0) cue.words = read
    if (typeof speaker === 'string') cue.speaker = names.get(speaker) ?? speaker
    return cue
  })
  return { ...parsed, lang: stringMember(text, 'lang') }
}

const isSegment = ({ start, end, duration, text }: Fields) =>
  [start, end, duration].every((time) => typeof time === 'number') && typeof text === 'string'

/** The service's own JSON. */
export const json = {
  ...facts,
  origin: 'Verbatim: what it answers and what it lets you download as JSON',
  endings: ['json'],
  mediaTypes: [facts.mediaType],
  detect: ({ first, elements }) => first === '{' && elements('segments').some(isSegment),
  parse: parseJson,
} as const satisfies ReadFormat
