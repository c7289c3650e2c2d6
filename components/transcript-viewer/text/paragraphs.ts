import { formatShortClock } from '@/lib/captions/clock'
import type { Segment } from '@/lib/captions/cue'
import { toParagraphs } from '@/lib/captions/layout/paragraphs'
import type { Line } from '../viewer-item'

/** A paragraph on the page: its lines, and the index of its first line in the whole text. */
export type Gathered = { firstLine: number; lines: readonly Line[] }

/** Groups lines into the same paragraphs as every other form of the transcript. `lang` is a BCP 47 tag or null. */
export function gatherParagraphs(lines: readonly Line[], lang: string | null): Gathered[] {
  const segments = toSegments(lines)
  const gathered: Gathered[] = []
  let from = 0
  for (const { endMs } of toParagraphs(segments, lang ?? undefined)) {
    let to = from
    while (to < segments.length && (segments[to]?.endMs ?? 0) <= endMs) to += 1
    gathered.push({ firstLine: from, lines: lines.slice(from, to) })
    from = to
  }
  return gathered
}

/** The text with the time before each paragraph: `[1:03] And so it begins.` */
export function textWithTimes(lines: readonly Line[], lang: string | null): string {
  return toParagraphs(toSegments(lines), lang ?? undefined)
    .map(({ startMs, text }) => `[${formatShortClock(startMs)}] ${text}\n`)
    .join('\n')
}

/** Lines of a page as segments: times in whole milliseconds. */
function toSegments(lines: readonly Line[]): Segment[] {
  return lines.map(({ start, end, text }) => ({
    startMs: Math.round(start * 1000),
    endMs: Math.round(end * 1000),
    text,
  }))
}
