import type { Segment } from '@/lib/captions/cue'
import type { Line } from './viewer-item'

/** The lines of a page as captions have them: times in whole milliseconds. */
export function toSegments(lines: readonly Line[]): Segment[] {
  return lines.map(({ start, end, text }) => ({
    startMs: Math.round(start * 1000),
    endMs: Math.round(end * 1000),
    text,
  }))
}
