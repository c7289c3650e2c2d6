import { appendCueTimes } from '@/lib/captions/append-cue-times'
import type { Segment } from '@/lib/captions/cue'
import { renderSubtitles } from '@/lib/captions/render-subtitles'
import { escapeSrtText } from '@/lib/captions/srt-text'
import { appendNumber, appendText, appendUnit, type TextBuffer } from '@/lib/captions/text-buffer'

const LINE_FEED = 0x0a

function appendHead(file: TextBuffer, number: number, startMs: number, endMs: number): void {
  if (number > 1) appendUnit(file, LINE_FEED)
  appendNumber(file, number)
  appendUnit(file, LINE_FEED)
  appendCueTimes(file, startMs, endMs, ',')
}

function appendLine(file: TextBuffer, line: string): void {
  appendText(file, escapeSrtText(line))
}

/**
 * Writes segments as an SRT file: counters from 1, `HH:MM:SS,mmm`, at most two lines a cue (see `layOutSegment`). Text
 * that a player would read as markup or times is written with character references: `-->` becomes `--&gt;`.
 */
export function renderSrt(segments: readonly Segment[]): string {
  return renderSubtitles(segments, { header: '', appendHead, appendLine })
}
