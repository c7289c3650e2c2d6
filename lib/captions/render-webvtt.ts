import type { Segment } from '@/lib/captions/cue'
import { formatClock } from '@/lib/captions/format-clock'
import { layoutCues } from '@/lib/captions/layout-cues'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * Writes segments as a WebVTT file, at most two lines a cue (see `layoutCues`); `&`, `<` and `>` are escaped.
 * @see https://www.w3.org/TR/webvtt1/#file-structure
 */
export function renderWebvtt(segments: readonly Segment[]): string {
  const cues = layoutCues(segments).map(({ startMs, endMs, lines }) => {
    const payload = lines.join('\n').replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)
    return `${formatClock(startMs, '.')} --> ${formatClock(endMs, '.')}\n${payload}\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}
