import type { Segment } from '@/lib/captions/cue'
import { detectCaptionFormat } from '@/lib/captions/detect-format'
import { carryWords } from '@/lib/captions/edit/carry-words'
import { readFormat } from '@/lib/captions/formats/formats'
import { speakerNames } from '@/lib/captions/speakers'
import { tidyText } from '@/lib/captions/text/tidy-text'
import type { Transcript } from '@/lib/captions/transcript'
import type { SegmentEdits } from '@/lib/library/corrections/contract'

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

/** The texts in a corrected file: captions in any format that is read, or plain text. */
function textsOf(bytes: Uint8Array): string[] {
  const file = new TextDecoder().decode(bytes)
  const format = detectCaptionFormat(file)
  return format === null
    ? file.split(/\n+/u)
    : readFormat(format)
        .parse(file)
        .cues.map(({ text }) => text)
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
