import { formatShortClock } from '@/lib/captions/format-clock'
import { toParagraphs } from '@/lib/captions/to-paragraphs'
import { toSegments } from './to-segments'
import type { Line } from './viewer-item'

/** The text for pasting elsewhere, each paragraph led by its time: `[1:03] And so it begins.` */
export function textWithTimes(lines: readonly Line[], lang: string | null): string {
  return toParagraphs(toSegments(lines), lang ?? undefined)
    .map(({ startMs, text }) => `[${formatShortClock(startMs)}] ${text}\n`)
    .join('\n')
}
