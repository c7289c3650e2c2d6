import type { Segment } from '../cue'
import { repairCues } from './repair-cues'
import { layOutSegment, type ScreenCue } from './screen-cues'
import { splitAtClauses } from './split-at-clauses'
import type { SubtitleLayout } from './subtitle-layout'
import { wrapLines } from './wrap-lines'

/** Divides segments so that each is a cue of the layout, in order and without overlaps. */
export function fitCues(segments: readonly Segment[], layout: SubtitleLayout): Segment[] {
  if (layout.repair) return repairCues(segments, layout)
  return segments.flatMap((segment) => splitAtClauses(segment, layout))
}

/** A segment that fits into a cue of the layout (see `fitCues`), on its lines. */
export function toScreenCue({ startMs, endMs, text }: Segment, { maxLineLength }: SubtitleLayout): ScreenCue {
  return { startMs, endMs, lines: wrapLines(text, 1, maxLineLength) }
}

/** The cues of segments: as usual (see `layOutSegment`), or in a layout. */
export function* subtitleCues(
  segments: readonly Segment[],
  layout?: SubtitleLayout,
): Generator<ScreenCue, void, undefined> {
  if (layout) for (const segment of fitCues(segments, layout)) yield toScreenCue(segment, layout)
  else for (const segment of segments) yield* layOutSegment(segment)
}
