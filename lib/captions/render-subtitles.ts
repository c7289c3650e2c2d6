import { appendPlainLines } from '@/lib/captions/append-plain-lines'
import type { Segment } from '@/lib/captions/cue'
import { LONGEST_CUE_MS, layOutSegment } from '@/lib/captions/lay-out-segment'
import { appendText, appendUnit, newTextBuffer, readBuffer, type TextBuffer } from '@/lib/captions/text-buffer'

/** How a format writes what stands before the first cue, what stands before a cue's lines, and a line. */
export type SubtitleFormat = {
  header: string
  /** Appends the times of the cue with this number, which counts from 1. */
  appendHead: (file: TextBuffer, number: number, startMs: number, endMs: number) => void
  /** Appends a line without its line feed, signs of the format escaped. */
  appendLine: (file: TextBuffer, line: string) => void
}

const LINE_FEED = 0x0a
// Counter, times and line feeds; the buffer grows for what takes more.
const HEAD_LENGTH = 48

/** Writes segments as a file of cues of at most two lines (see `layOutSegment`). */
export function renderSubtitles(segments: readonly Segment[], format: SubtitleFormat): string {
  const { header, appendHead, appendLine } = format
  const length = segments.reduce((sum, { text }) => sum + text.length + HEAD_LENGTH, header.length)
  const file = newTextBuffer(length)
  appendText(file, header)
  let count = 0
  for (const segment of segments) {
    const start = file.length
    appendHead(file, count + 1, segment.startMs, segment.endMs)
    const isShort = segment.endMs - segment.startMs <= LONGEST_CUE_MS
    if (isShort && appendPlainLines(file, segment.text, appendLine)) {
      count += 1
      continue
    }
    file.length = start
    for (const { startMs, endMs, lines } of layOutSegment(segment)) {
      count += 1
      appendHead(file, count, startMs, endMs)
      for (const line of lines) {
        appendLine(file, line)
        appendUnit(file, LINE_FEED)
      }
    }
  }
  return readBuffer(file)
}
