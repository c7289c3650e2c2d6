import { displayColumns } from './columns'
import type { ScreenCue } from './screen-cues'
import { SHORTEST_CUE_MS, type SubtitleLayout, USUAL_LAYOUT } from './subtitle-layout'
import { columnLimit } from './wrap-lines'

/** The rules that subtitles are checked by. */
export const SUBTITLE_RULES = ['reading_speed', 'line_length', 'line_count', 'too_short', 'too_long', 'gap'] as const
export type SubtitleRule = (typeof SUBTITLE_RULES)[number]

/**
 * A cue that breaks a rule: its number, which counts from 1, what it has, and what it may have. In characters a second, columns,
 * lines, or milliseconds.
 */
export type SubtitleFinding = { cue: number; rule: SubtitleRule; value: number; limit: number }

/** What the cues of a text break: how many there are, how many break each rule, and the first of the findings. */
export type SubtitleReport = { cues: number; counts: Record<SubtitleRule, number>; findings: SubtitleFinding[] }

/** Characters a second. A wide character counts as two. */
export const READING_SPEED = 20
/** Two frames of film: a shorter gap between two cues flickers. */
export const SHORTEST_GAP_MS = 83

/** How long reading a text takes, in whole milliseconds. */
export function readingMs(columns: number): number {
  return Math.ceil((columns * 1000) / READING_SPEED)
}

/** The columns of a cue's lines together. */
function cueColumns({ lines }: ScreenCue): number {
  return lines.reduce((sum, line) => sum + displayColumns(line), 0)
}

/** The findings of one cue, regardless of its neighbours. */
function* checkCue(cue: ScreenCue, number: number, layout: SubtitleLayout): Generator<SubtitleFinding, void> {
  const { maxLineLength, maxLines, maxMs } = layout
  const { startMs, endMs, lines } = cue
  const durationMs = endMs - startMs
  const columns = cueColumns(cue)
  const found = (rule: SubtitleRule, value: number, limit: number) => ({ cue: number, rule, value, limit })
  if (readingMs(columns) > durationMs) {
    yield found('reading_speed', Math.ceil((columns * 10_000) / Math.max(durationMs, 1)) / 10, READING_SPEED)
  }
  const limit = maxLineLength ?? columnLimit(lines.join(' '))
  const longest = lines.reduce((most, line) => Math.max(most, displayColumns(line)), 0)
  if (longest > limit) yield found('line_length', longest, limit)
  if (lines.length > maxLines) yield found('line_count', lines.length, maxLines)
  const shortestMs = Math.min(SHORTEST_CUE_MS, maxMs)
  if (durationMs < shortestMs) yield found('too_short', durationMs, shortestMs)
  if (durationMs > maxMs) yield found('too_long', durationMs, maxMs)
}

/**
 * Checks cues in their order: no more than twenty characters a second, lines and times as the layout has them, five sixths of a
 * second at least, and between two cues either no gap or one of two frames. A gap belongs to the cue before it.
 */
export function* checkCues(
  cues: Iterable<ScreenCue>,
  layout: SubtitleLayout = USUAL_LAYOUT,
): Generator<SubtitleFinding, void> {
  let number = 0
  let previousEndMs: number | null = null
  for (const cue of cues) {
    const gapMs = previousEndMs === null ? 0 : cue.startMs - previousEndMs
    if (gapMs !== 0 && gapMs < SHORTEST_GAP_MS) {
      yield { cue: number, rule: 'gap', value: gapMs, limit: SHORTEST_GAP_MS }
    }
    number += 1
    yield* checkCue(cue, number, layout)
    previousEndMs = cue.endMs
  }
}
