import { formatShortClock } from '@/lib/captions/format-clock'
import { toParagraphs } from '@/lib/captions/to-paragraphs'
import type { Line } from './entry'

/** The text for pasting elsewhere, each paragraph led by its time: `[1:03] And so it begins.` */
export function textWithTimes(lines: readonly Line[], lang: string | null): string {
  const segments = lines.map(({ start, end, text }) => ({
    startMs: Math.round(start * 1000),
    endMs: Math.round(end * 1000),
    text,
  }))
  return toParagraphs(segments, lang ?? undefined)
    .map(({ startMs, text }) => `[${formatShortClock(startMs)}] ${text}\n`)
    .join('\n')
}
