import type { Segment } from '../cue'
import { textJoiner } from '../text/text-joiner'
import { displayColumns } from './columns'
import { limitsOf } from './script-limits'
import { splitAtClauses } from './split-at-clauses'
import { readingMs, SHORTEST_GAP_MS } from './subtitle-checks'
import { SHORTEST_CUE_MS, type SubtitleLayout } from './subtitle-layout'
import { wrapLines } from './wrap-lines'

/** Cues with a longer pause between them are not joined: the second would be read before it is said. */
const LONGEST_JOINED_GAP_MS = 1000
/** How long the last cue may stay after its end. */
const AFTER_LAST_MS = 1000

/** How long reading a text takes by its script. */
function readingMsOf(text: string): number {
  return readingMs(displayColumns(text), limitsOf(text).columnsPerSecond)
}

/** How long a text is shown where there is time. */
function wantedMs(text: string, { maxMs }: SubtitleLayout): number {
  return Math.min(Math.max(SHORTEST_CUE_MS, readingMsOf(text)), maxMs)
}

/** When a cue ends at the latest: a gap before the next one, or at its beginning where the cue would get too short. */
function latestEnd(startMs: number, nextStartMs: number): number {
  return nextStartMs - startMs < SHORTEST_CUE_MS + SHORTEST_GAP_MS ? nextStartMs : nextStartMs - SHORTEST_GAP_MS
}

/** The segments, each lasting longer where its text needs more time and there is some before the next one. */
function stretch(segments: readonly Segment[]): Segment[] {
  return segments.map((segment, index) => {
    const { startMs, endMs, text } = segment
    const untilMs = segments[index + 1]?.startMs ?? endMs + AFTER_LAST_MS
    const neededMs = Math.max(SHORTEST_CUE_MS, readingMsOf(text))
    return { ...segment, endMs: Math.max(endMs, Math.min(untilMs, startMs + neededMs)) }
  })
}

/** How much a cue that may last until `untilMs` falls short: the characters that there is no time to read, and too short a time. */
function shortfall({ startMs, text }: Segment, untilMs: number, { maxMs }: SubtitleLayout): number {
  const { columnsPerSecond } = limitsOf(text)
  const longestMs = Math.min(untilMs - startMs, maxMs)
  const unread = displayColumns(text) - (columnsPerSecond * longestMs) / 1000
  const missing = (columnsPerSecond * (Math.min(SHORTEST_CUE_MS, maxMs) - longestMs)) / 1000
  return Math.max(unread, 0) + Math.max(missing, 0)
}

function fitsOneCue({ startMs, endMs, text }: Segment, { maxLineLength, maxLines, maxMs }: SubtitleLayout): boolean {
  return endMs - startMs <= maxMs && wrapLines(text, 1, maxLineLength).length <= maxLines
}

/** Two neighbours as one. */
function join(first: Segment, second: Segment): Segment {
  const { startMs, speaker } = first
  const text = first.text + textJoiner(first.text, second.text) + second.text
  const words = first.words && second.words && [...first.words, ...second.words]
  return { startMs, endMs: second.endMs, text, ...(words && { words }), ...(speaker !== undefined && { speaker }) }
}

/** Joins neighbours of one speaker where that leaves less to be read in too short a time. */
function joinShort(pieces: readonly Segment[], layout: SubtitleLayout): Segment[] {
  const joined: Segment[] = []
  for (const [index, piece] of pieces.entries()) {
    const last = joined.at(-1)
    const next = pieces[index + 1]
    const untilMs = next ? latestEnd(piece.startMs, next.startMs) : piece.endMs + AFTER_LAST_MS
    const lacks = last
      ? shortfall(last, latestEnd(last.startMs, piece.startMs), layout) + shortfall(piece, untilMs, layout)
      : 0
    const isNear = last?.speaker === piece.speaker && piece.startMs - (last?.endMs ?? 0) <= LONGEST_JOINED_GAP_MS
    if (last && lacks > 0 && isNear) {
      const both = join(last, piece)
      if (fitsOneCue(both, layout) && shortfall(both, untilMs, layout) < lacks) {
        joined[joined.length - 1] = both
        continue
      }
    }
    joined.push(piece)
  }
  return joined
}

/** When a cue ends: late enough to be read, if there is time before the next one, and a gap before that. */
function repairedEnd({ startMs, endMs, text }: Segment, nextStartMs: number | null, layout: SubtitleLayout): number {
  const durationMs = Math.min(Math.max(endMs - startMs, wantedMs(text, layout)), layout.maxMs)
  const untilMs = nextStartMs === null ? endMs + AFTER_LAST_MS : latestEnd(startMs, nextStartMs)
  return Math.min(startMs + durationMs, untilMs)
}

/**
 * Divides segments so that each is a cue, and that the cues break as few of the rules of `checkCues` as possible: long ones are split
 * at sentences and clauses, short ones of one speaker joined, ends moved into the pauses behind them. Words and their order stay, cues
 * never overlap, and none begins before its segment.
 */
export function repairCues(segments: readonly Segment[], layout: SubtitleLayout): Segment[] {
  const pieces = joinShort(
    stretch(segments).flatMap((segment) => splitAtClauses(segment, layout)),
    layout,
  )
  return pieces.map((piece, index) => ({
    ...piece,
    endMs: repairedEnd(piece, pieces[index + 1]?.startMs ?? null, layout),
  }))
}
