import { Problem } from '@/lib/core/problem/problem'
import type { Segment } from '../cue'
import { MAX_SPEAKERS, type Speaker, tidySpeakerName } from '../speakers'
import { tidyText } from '../text/tidy-text'
import { editSegments, type SegmentEdit } from './edit-segments'
import { createTermFinder, type TermOptions } from './find-terms'
import { type SpokenText, type TextChange, undoChange } from './text-change'

/** The length of a text in bytes of UTF-8, without times, and the most that a correction may make of it. */
type TextSize = { bytes: number; maxBytes: number }

const encoder = new TextEncoder()

/** The length of a string in bytes of UTF-8. */
function utf8Length(text: string): number {
  return encoder.encode(text).byteLength
}

/** The size of segments, in time linear in their text. */
function sizeOf(segments: readonly Segment[], maxBytes: number): TextSize {
  return { bytes: segments.reduce((sum, { text }) => sum + utf8Length(text), 0), maxBytes }
}

/** Throws `file_too_large` if a correction that adds `growthBytes` makes a text too long. A correction that adds nothing fits. */
function requireRoom({ bytes, maxBytes }: TextSize, growthBytes: number): void {
  if (growthBytes <= 0 || bytes + growthBytes <= maxBytes) return
  const mebibytes = Math.floor((maxBytes / 2 ** 20) * 10) / 10
  throw new Problem('file_too_large', {
    detail: `This correction would make the text longer than ${mebibytes} MiB. Nothing was changed. Add less, or correct fewer places.`,
    context: { max_bytes: maxBytes, bytes: bytes + growthBytes },
  })
}

/** A term to find in each segment, and its replacement; '' deletes it. */
type WordReplacement = TermOptions & { find: string; replacement: string }

/** The places of a term in each segment that has it, as pairs of start and end. */
function findPlaces({ segments }: SpokenText, find: string, options: TermOptions): Map<number, number[]> {
  const findTerms = createTermFinder([find], options)
  const places = new Map<number, number[]>()
  for (const [index, { text }] of segments.entries()) {
    const found: number[] = []
    findTerms(text, (_, from, to) => found.push(from, to))
    if (found.length > 0) places.set(index, found)
  }
  return places
}

/** Closing punctuation, if any, and then a space or the end. */
const WORD_END = /[\p{Po}\p{Pe}\p{Pf}]*(?:\s|$)/uy

function endsWord(text: string, at: number): boolean {
  WORD_END.lastIndex = at
  return WORD_END.test(text)
}

/** Replaces what is at these places. A deleted word takes the space before it along: "saw a bird." becomes "saw a." */
function replaceAt(text: string, places: readonly number[], replacement: string): string {
  const parts: string[] = []
  let end = 0
  for (let at = 0; at < places.length; at += 2) {
    const [from = end, to = end] = places.slice(at, at + 2)
    const takesSpace = replacement === '' && from > end && text[from - 1] === ' ' && endsWord(text, to)
    parts.push(text.slice(end, takesSpace ? from - 1 : from), replacement)
    end = to
  }
  parts.push(text.slice(end))
  return parts.join('')
}

/**
 * The edits that replace a term wherever a segment has it, and the number of matches. A segment without text is deleted. Throws
 * `file_too_large` before any text is built if the result would be too long.
 */
function replaceWords(
  text: SpokenText,
  { find, replacement, ...options }: WordReplacement,
  size: TextSize,
): { edits: SegmentEdit[]; count: number } {
  const places = findPlaces(text, find, options)
  let count = 0
  for (const found of places.values()) count += found.length / 2
  requireRoom(size, count * (utf8Length(replacement) - utf8Length(find)))
  const edits: SegmentEdit[] = []
  for (const [index, found] of places) {
    const before = text.segments[index]?.text ?? ''
    const tidied = tidyText(replaceAt(before, found, replacement))
    if (tidied !== before) edits.push({ index, deleted: 1, segments: tidied === '' ? [] : [{ text: tidied }] })
  }
  return { edits, count }
}

/** New names by speaker, and speakers that turned out to be others. */
type SpeakerEdit = {
  names: readonly { id: string; name: string | null }[]
  merged: readonly { from: string; into: string }[]
}

function invalid(detail: string, field: string): Problem {
  return new Problem('invalid_edit', { detail, context: { field } })
}

/** Gives speakers their new names. The id after the last one makes a new speaker. */
function renameSpeakers(speakers: readonly Speaker[], names: SpeakerEdit['names']): Speaker[] {
  const renamed = [...speakers]
  for (const [index, { id, name }] of names.entries()) {
    const speaker = { id, name: name === null ? null : tidySpeakerName(name) }
    const place = renamed.findIndex((one) => one.id === id)
    const nextId = `S${Math.max(0, ...renamed.map((one) => Number(one.id.slice(1)))) + 1}`
    if (place >= 0) renamed[place] = speaker
    else if (id === nextId && renamed.length < MAX_SPEAKERS) renamed.push(speaker)
    else {
      const detail = `This transcript has no speaker ${id}. To add a speaker, send ${nextId}.`
      throw invalid(detail, `speakers[${index}].id`)
    }
  }
  return renamed
}

/** Renames and merges speakers: what was said by one is said by the other from now on. Throws `invalid_edit`. */
function editSpeakers({ segments, speakers }: SpokenText, { names, merged }: SpeakerEdit): SpokenText {
  const renamed = renameSpeakers(speakers, names)
  const successors = new Map<string, string>()
  for (const [index, { from, into }] of merged.entries()) {
    const isKnown = (id: string) => renamed.some((speaker) => speaker.id === id)
    if (from === into || !isKnown(from) || !isKnown(into) || successors.has(from) || successors.has(into)) {
      const detail = `Speaker ${from} can't be merged into ${into}. Send two different speakers of this transcript.`
      throw invalid(detail, `merge[${index}]`)
    }
    for (const [one, other] of successors) if (other === from) successors.set(one, into)
    successors.set(from, into)
  }
  if (successors.size === 0) return { segments, speakers: renamed }
  return {
    segments: segments.map((segment) => {
      const speaker = segment.speaker === undefined ? undefined : successors.get(segment.speaker)
      return speaker === undefined ? segment : { ...segment, speaker }
    }),
    speakers: renamed.filter(({ id }) => !successors.has(id)),
  }
}

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
