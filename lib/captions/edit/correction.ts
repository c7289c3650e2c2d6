import { Problem } from '@/lib/platform/problem/problem'
import type { Segment } from '../cue'
import { editSegments, type SegmentEdit } from './edit-segments'
import { editSpeakers, type SpeakerEdit } from './edit-speakers'
import { replaceWords, type WordReplacement } from './replace-words'
import { type SpokenText, type TextChange, undoChange } from './text-change'

/** What a user does to a text. `restore`: to undo what was done after a revision. */
export type Correction =
  | { kind: 'edit'; edits: readonly SegmentEdit[] }
  | { kind: 'speakers'; edit: SpeakerEdit }
  | { kind: 'replace'; replacement: WordReplacement }
  | { kind: 'restore'; number: number }

/** The text after a correction, and how many matches it replaced. */
export type Corrected = { text: SpokenText; count: number }

/** What a user has of a text: `coveredMs` is null where it is all of it. */
export type TextExtent = { coveredMs: number | null; totalMs: number }

/** Makes edits within the part of a text that a user has. */
function editPart(
  text: SpokenText,
  { coveredMs, totalMs }: TextExtent,
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

/** Applies a correction. `undone`: of `restore`, the changes to undo, the last one first. Throws `invalid_edit`. */
export function applyCorrection(
  text: SpokenText,
  correction: Correction,
  { extent, undone }: { extent: TextExtent; undone: readonly TextChange[] },
): Corrected {
  switch (correction.kind) {
    case 'edit':
      return { text: editPart(text, extent, () => correction.edits), count: correction.edits.length }
    case 'speakers':
      return { text: editSpeakers(text, correction.edit), count: 0 }
    case 'replace': {
      let count = 0
      const edited = editPart(text, extent, (part) => {
        const found = replaceWords(part, correction.replacement)
        count = found.count
        return found.edits
      })
      return { text: edited, count }
    }
    case 'restore':
      return { text: undone.reduce(undoChange, text), count: 0 }
  }
}
