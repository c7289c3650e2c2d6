import type { Segment, Word } from '@/lib/captions/cue'
import { renderText } from '@/lib/captions/render-text'

/** A word as the API shows it: seconds with at most three decimals. */
export type WordJson = { start: number; end: number; text: string }

/** A segment as the API shows it: seconds with at most three decimals; words where the source has them. */
export type SegmentJson = { start: number; end: number; duration: number; text: string; words?: WordJson[] }

// The quotient is the number nearest to the decimal, so it is written without dust.
const toSeconds = (ms: number) => ms / 1000

const wordJson = ({ startMs, endMs, text }: Word): WordJson => ({
  start: toSeconds(startMs),
  end: toSeconds(endMs),
  text,
})

/** A segment as the API shows it. Both kinds are written out: spreading one into the other takes several times as long. */
export function segmentJson({ startMs, endMs, text, words }: Segment): SegmentJson {
  const [start, end, duration] = [toSeconds(startMs), toSeconds(endMs), toSeconds(endMs - startMs)]
  if (!words) return { start, end, duration, text }
  return { start, end, duration, text, words: words.map(wordJson) }
}

/** Gives segments as the API shows them, with the whole text in paragraphs (see `renderText`). `lang` is BCP 47. */
export function renderJson(
  segments: readonly Segment[],
  options: { lang?: string | undefined } = {},
): { text: string; segments: SegmentJson[] } {
  return { text: renderText(segments, options), segments: segments.map(segmentJson) }
}
