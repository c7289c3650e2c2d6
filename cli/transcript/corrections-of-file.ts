import type { Segment } from '@/lib/captions/cue'
import { detectCaptionFormat } from '@/lib/captions/detect-format'
import { carryWords } from '@/lib/captions/edit/carry-words'
import { parseSrt } from '@/lib/captions/formats/srt/srt'
import { parseWebvtt } from '@/lib/captions/formats/webvtt/webvtt'
import { speakerNames } from '@/lib/captions/speakers'
import { tidyText } from '@/lib/captions/text/tidy-text'
import type { Transcript } from '@/lib/captions/transcript'
import type { SegmentEdits } from '@/lib/library/corrections/contract'
import { Failure } from '../failure/failure'

type Read = Pick<Transcript, 'segments' | 'speakers'>

/** A line without the name of a speaker that a format has put before it. */
function withoutName(text: string, names: readonly string[]): string {
  const name = names.find((one) => text.startsWith(`${one}: `))
  return name === undefined ? text : text.slice(name.length + 2)
}

function toSegments(texts: readonly string[]): Segment[] {
  return texts
    .map(tidyText)
    .filter((text) => text !== '')
    .map((text) => ({ startMs: 0, endMs: 0, text }))
}

/** The texts in a corrected file: subtitles or plain text. Throws `usage` for other captions. */
function textsOf(bytes: Uint8Array): string[] {
  const file = new TextDecoder().decode(bytes)
  switch (detectCaptionFormat(file)) {
    case 'srt':
      return parseSrt(file).cues.map(({ text }) => text)
    case 'vtt':
      return parseWebvtt(file).cues.map(({ text }) => text)
    case null:
      return file.split(/\n+/u)
    default:
      throw new Failure('usage', 'This file has another format. Use SRT, WebVTT or plain text.')
  }
}

/**
 * The edits that bring the words of a corrected file into a transcript, however the file divides them. Segments and
 * their times stay.
 */
export function correctionsOfFile({ segments = [], speakers = [] }: Read, bytes: Uint8Array): SegmentEdits['edits'] {
  const names = [...speakerNames(speakers).values()]
  const base = segments.map(({ text }) => ({ startMs: 0, endMs: 0, text }))
  const corrected = toSegments(textsOf(bytes).map((text) => withoutName(text, names)))
  const { edits } = carryWords(base, corrected, base)
  return edits.map(({ index, deleted, segments: written }) => ({
    index,
    delete: deleted,
    segments: written.map(({ text }) => ({ text })),
  }))
}
