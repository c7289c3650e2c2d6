import { displayColumns } from './columns'
import type { ScreenCue } from './screen-cues'
import { limitsOf } from './script-limits'
import { SHORTEST_CUE_MS, type SubtitleLayout, USUAL_LAYOUT } from './subtitle-layout'

export const SUBTITLE_RULES = ['reading_speed', 'line_length', 'line_count', 'too_short', 'too_long', 'gap'] as const
export type SubtitleRule = (typeof SUBTITLE_RULES)[number]

/**
 * A cue that breaks a rule: its number, which counts from 1, what it has, and what it may have. In characters a second, columns,
 * lines, or milliseconds.
 */
export type SubtitleFinding = { cue: number; rule: SubtitleRule; value: number; limit: number }

/** The report on a text's cues: their number, the findings for each rule, and the first of these. */
export type SubtitleReport = { cues: number; counts: Record<SubtitleRule, number>; findings: SubtitleFinding[] }

/** Two frames of film: with a shorter gap, or none, it is hard to see that the text has changed. */
export const SHORTEST_GAP_MS = 83

/** How long reading so many columns takes, in whole milliseconds. */
export function readingMs(columns: number, columnsPerSecond: number): number {
  return Math.ceil((columns * 1000) / columnsPerSecond)
}

/** The findings of one cue, regardless of its neighbours. */
function* checkCue(cue: ScreenCue, number: number, layout: SubtitleLayout): Generator<SubtitleFinding, void> {
  const { maxLineLength, maxLines, maxMs } = layout
  const { startMs, endMs, lines } = cue
  const durationMs = endMs - startMs
  const widths = lines.map(displayColumns)
  const columns = widths.reduce((sum, width) => sum + width, 0)
  const { lineColumns, columnsPerSecond } = limitsOf(lines.join(' '))
  const found = (rule: SubtitleRule, value: number, limit: number) => ({ cue: number, rule, value, limit })
  if (readingMs(columns, columnsPerSecond) > durationMs) {
    yield found('reading_speed', Math.ceil((columns * 10_000) / Math.max(durationMs, 1)) / 10, columnsPerSecond)
  }
  const limit = maxLineLength ?? lineColumns
  const longest = widths.reduce((most, width) => Math.max(most, width), 0)
  if (longest > limit) yield found('line_length', longest, limit)
  if (lines.length > maxLines) yield found('line_count', lines.length, maxLines)
  const shortestMs = Math.min(SHORTEST_CUE_MS, maxMs)
  if (durationMs < shortestMs) yield found('too_short', durationMs, shortestMs)
  if (durationMs > maxMs) yield found('too_long', durationMs, maxMs)
}

/**
 * Checks cues in their order: lines and characters a second as their script has them, lines and times as the layout has them, five
 * sixths of a second at least, and a gap of two frames between two cues. A gap belongs to the cue before it.
 */
export function* checkCues(
  cues: Iterable<ScreenCue>,
  layout: SubtitleLayout = USUAL_LAYOUT,
): Generator<SubtitleFinding, void> {
  let number = 0
  let previousEndMs: number | null = null
  for (const cue of cues) {
    const gapMs = previousEndMs === null ? SHORTEST_GAP_MS : cue.startMs - previousEndMs
    if (gapMs < SHORTEST_GAP_MS) {
      yield { cue: number, rule: 'gap', value: gapMs, limit: SHORTEST_GAP_MS }
    }
    number += 1
    yield* checkCue(cue, number, layout)
    previousEndMs = cue.endMs
  }
}
