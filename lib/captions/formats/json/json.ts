import type { Segment, Word } from '../../cue'
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

/** A segment without its speaker. */
export function withoutSpeaker({ speaker: _, ...segment }: Segment): Segment {
  return segment
}

/** A segment without its words. */
export function withoutWords(segment: Segment): Segment {
  if (!segment.words) return segment
  const { words: _, ...rest } = segment
  return rest
}

/** The service's own JSON. */
export const json = { ...facts } as const
