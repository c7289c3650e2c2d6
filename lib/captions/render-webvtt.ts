import type { Segment } from '@/lib/captions/cue'
import { formatClock } from '@/lib/captions/format-clock'
import { layoutCues } from '@/lib/captions/layout-cues'

const SIGN = /[&<>]/
const SIGNS = /[&<>]/g
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escapeWebvttText(text: string): string {
  return SIGN.test(text) ? text.replace(SIGNS, (sign) => ESCAPES[sign] ?? sign) : text
}

/**
 * Writes segments as a WebVTT file, at most two lines a cue (see `layoutCues`); `&`, `<` and `>` are escaped.
 * @see https://www.w3.org/TR/webvtt1/#file-structure
 */
export function renderWebvtt(segments: readonly Segment[]): string {
  let file = 'WEBVTT\n'
  for (const { startMs, endMs, lines } of layoutCues(segments)) {
    file += `\n${formatClock(startMs, '.')} --> ${formatClock(endMs, '.')}\n`
    for (const line of lines) file += `${escapeWebvttText(line)}\n`
  }
  return file
}
