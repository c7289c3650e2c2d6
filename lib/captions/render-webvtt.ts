import { appendCueTimes } from '@/lib/captions/append-cue-times'
import { kindOf, SIGN } from '@/lib/captions/character-kinds'
import type { Segment } from '@/lib/captions/cue'
import { renderSubtitles } from '@/lib/captions/render-subtitles'
import { appendText, appendUnit, type TextBuffer } from '@/lib/captions/text-buffer'

const LINE_FEED = 0x0a
const ESCAPES = new Map([
  [0x26, '&amp;'],
  [0x3c, '&lt;'],
  [0x3e, '&gt;'],
])

function appendLine(file: TextBuffer, line: string): void {
  for (let index = 0; index < line.length; index++) {
    const code = line.charCodeAt(index)
    const escaped = (kindOf(code) & SIGN) === 0 ? undefined : ESCAPES.get(code)
    if (escaped === undefined) appendUnit(file, code)
    else appendText(file, escaped)
  }
}

function appendHead(file: TextBuffer, _: number, startMs: number, endMs: number): void {
  appendUnit(file, LINE_FEED)
  appendCueTimes(file, startMs, endMs, '.')
}

/**
 * Writes segments as a WebVTT file, at most two lines a cue (see `layOutSegment`); `&`, `<` and `>` are escaped.
 * @see https://www.w3.org/TR/webvtt1/#file-structure
 */
export function renderWebvtt(segments: readonly Segment[]): string {
  return renderSubtitles(segments, { header: 'WEBVTT\n', appendHead, appendLine })
}
