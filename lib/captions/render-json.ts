import type { Segment } from '@/lib/captions/cue'
import { renderText } from '@/lib/captions/render-text'

/** A word as the API shows it: seconds with at most three decimals. */
export type WordJson = { start: number; end: number; text: string }

/** A segment as the API shows it: seconds with at most three decimals; words where the source has them. */
export type SegmentJson = { start: number; end: number; duration: number; text: string; words?: WordJson[] }

// The quotient is the number nearest to the decimal, so it is written without dust.
const toSeconds = (ms: number) => ms / 1000

function segmentJson({ startMs, endMs, text, words }: Segment): SegmentJson {
  const times = { start: toSeconds(startMs), end: toSeconds(endMs), duration: toSeconds(endMs - startMs) }
  if (!words) return { ...times, text }
  return {
    ...times,
    text,
    words: words.map((word) => ({ start: toSeconds(word.startMs), end: toSeconds(word.endMs), text: word.text })),
  }
}

/** Gives segments as the API shows them, with the whole text in paragraphs (see `renderText`). `lang` is BCP 47. */
export function renderJson(
  segments: readonly Segment[],
  options: { lang?: string | undefined } = {},
): { text: string; segments: SegmentJson[] } {
  return { text: renderText(segments, options), segments: segments.map(segmentJson) }
}
