import { formatShortClock } from '@/lib/captions/clock'
import type { Segment } from '@/lib/captions/cue'
import { changedSpeaker } from '@/lib/captions/formats/text/text'
import { toParagraphs } from '@/lib/captions/layout/paragraphs'
import { type Speaker, speakerNames } from '@/lib/captions/speakers'
import type { Line } from '../line'

/** A paragraph on the page: its lines, and the index of its first line in the whole text. */
export type Gathered = { firstLine: number; lines: readonly Line[]; speaker: string | undefined }

/** Groups lines into the same paragraphs as every other form of the transcript. `lang` is a BCP 47 tag or null. */
export function gatherParagraphs(lines: readonly Line[], lang: string | null): Gathered[] {
  const segments = toSegments(lines)
  const gathered: Gathered[] = []
  let from = 0
  for (const { endMs, speaker } of toParagraphs(segments, lang ?? undefined)) {
    let to = from
    while (to < segments.length && (segments[to]?.endMs ?? 0) <= endMs) to += 1
    gathered.push({ firstLine: from, lines: lines.slice(from, to), speaker })
    from = to
  }
  return gathered
}

/** The text with the time before each paragraph, and the name where the speaker changes: `[1:03] Ann: And so it begins.` */
export function textWithTimes(lines: readonly Line[], lang: string | null, speakers: readonly Speaker[] = []): string {
  const names = speakerNames(speakers)
  let before: string | undefined
  return toParagraphs(toSegments(lines), lang ?? undefined)
    .map(({ startMs, text, speaker }) => {
      const name = changedSpeaker(names, speaker, before)
      before = speaker
      return `[${formatShortClock(startMs)}] ${name === undefined ? '' : `${name}: `}${text}\n`
    })
    .join('\n')
}

/** Lines of a page as segments: times in whole milliseconds. */
function toSegments(lines: readonly Line[]): Segment[] {
  return lines.map(({ start, end, text, speaker }) => ({
    startMs: Math.round(start * 1000),
    endMs: Math.round(end * 1000),
    text,
    ...(speaker !== undefined && { speaker }),
  }))
}
