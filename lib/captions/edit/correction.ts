import { Problem } from '@/lib/core/problem/problem'
import type { Segment } from '../cue'
import { editSegments, type SegmentEdit } from './edit-segments'
import { editSpeakers, type SpeakerEdit } from './edit-speakers'
import { replaceWords, type WordReplacement } from './replace-words'
import { type SpokenText, type TextChange, undoChange } from './text-change'
import { requireRoom, sizeOf, utf8Length } from './text-size'

/** A user's change of a text. `restore`: undoes the revisions after a number. */
export type Correction =
  | { kind: 'edit'; edits: readonly SegmentEdit[] }
  | { kind: 'speakers'; edit: SpeakerEdit }
  | { kind: 'replace'; replacement: WordReplacement }
  | { kind: 'restore'; number: number }

/** The text after a correction, and how many matches it replaced. */
export type Corrected = { text: SpokenText; count: number }

/** The part of a text that a user has (`coveredMs` null: all of it), and the most bytes that its words may have after a correction. */
export type TextExtent = { coveredMs: number | null; totalMs: number; maxBytes: number }

/** Makes edits within the part of a text that a user has. */
function editPart(
  text: SpokenText,
  { coveredMs, totalMs }: Pick<TextExtent, 'coveredMs' | 'totalMs'>,
  edit: (part: SpokenText) => readonly SegmentEdit[],
) {
  const { segments, speakers } = text
  const isOwn = ({ startMs }: Segment) => coveredMs === null || startMs < coveredMs
  const end = segments.findIndex((segment) => !isOwn(segment))
  const [own, rest] = end < 0 ? [segments, []] : [segments.slice(0, end), segments.slice(end)]
  const part = { segments: own, speakers }
  const edited = editSegments(part, edit(part), rest[0]?.startMs ?? totalMs)
  if (!edited.segments.every(isOwn)) {
    const detail = 'You have only a part of this transcript. Send times within it.'
    throw new Problem('invalid_edit', { detail, context: { field: 'edits' } })
  }
  return { segments: [...edited.segments, ...rest], speakers }
}

const bytesOf = (segments: readonly { text: string }[]) => segments.reduce((sum, { text }) => sum + utf8Length(text), 0)

/** How many bytes a text grows by edits. */
function growthBytes(text: SpokenText, edits: readonly SegmentEdit[]): number {
  const removed = ({ index, deleted }: SegmentEdit) => bytesOf(text.segments.slice(index, index + deleted))
  return edits.reduce((sum, edit) => sum + bytesOf(edit.segments) - removed(edit), 0)
}

/**
 * Applies a correction. `undone`: of `restore`, the changes to undo, the last one first. Throws `invalid_edit`, and `file_too_large`
 * before any work for a result that would be too long.
 */
export function applyCorrection(
  text: SpokenText,
  correction: Correction,
  { extent, undone }: { extent: TextExtent; undone: readonly TextChange[] },
): Corrected {
  switch (correction.kind) {
    case 'edit':
      requireRoom(sizeOf(text.segments, extent.maxBytes), growthBytes(text, correction.edits))
      return { text: editPart(text, extent, () => correction.edits), count: correction.edits.length }
    case 'speakers':
      return { text: editSpeakers(text, correction.edit), count: 0 }
    case 'replace': {
      let count = 0
      const edited = editPart(text, extent, (part) => {
        const found = replaceWords(part, correction.replacement, sizeOf(text.segments, extent.maxBytes))
        count = found.count
        return found.edits
      })
      return { text: edited, count }
    }
    case 'restore':
      return { text: undone.reduce(undoChange, text), count: 0 }
  }
}
