import type { Actor } from '@/lib/core/actor'
import type { CorrectedTranscription, Replaced, SegmentEdits, SpeakerEdits, WordReplacementRequest } from './contract'
import { type Correcting, type CorrectionOptions, correctTranscript } from './correct-transcript'

type Options = Pick<CorrectionOptions, 'ifMatch' | 'signal'>

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
const toMs = (seconds: number | undefined) => (seconds === undefined ? undefined : Math.round(seconds * 1000))

function withoutPreview({ preview: _, ...outcome }: Correcting): CorrectedTranscription {
  return outcome
}

/** Makes edits of segments, as one revision. Throws as `correctTranscript` does. */
export async function correctSegments(
  actor: Actor,
  id: string,
  { edits }: SegmentEdits,
  options: Options,
): Promise<CorrectedTranscription> {
  const wanted = edits.map(({ index, delete: deleted, segments }) => ({
    index,
    deleted,
    segments: segments.map(({ text, start, end, speaker }) => ({
      text,
      speaker,
      startMs: toMs(start),
      endMs: toMs(end),
    })),
  }))
  const summary = ({ places }: { places: number }) => `Edited ${counted(places, 'place')}`
  return withoutPreview(await correctTranscript(actor, id, { kind: 'edit', edits: wanted }, { ...options, summary }))
}

/** Names and merges speakers, as one revision. Throws as `correctTranscript` does. */
export async function correctSpeakers(
  actor: Actor,
  id: string,
  { speakers, merge }: SpeakerEdits,
  options: Options,
): Promise<CorrectedTranscription> {
  const named = speakers.map((speaker) => `${speaker.id}: ${speaker.name ?? 'no name'}`)
  const merged = merge.map(({ from, into }) => `${from} is ${into}`)
  const summary = () => `Speakers: ${[...named, ...merged].join(', ')}`.slice(0, 300)
  const edit = { names: speakers, merged: merge }
  return withoutPreview(await correctTranscript(actor, id, { kind: 'speakers', edit }, { ...options, summary }))
}

/** Replaces words in the whole text, as one revision, or only counts them. Throws as `correctTranscript` does. */
export async function correctWords(
  actor: Actor,
  id: string,
  { find, replace, case_sensitive, whole_words, dry_run }: WordReplacementRequest,
  options: Options,
): Promise<Replaced> {
  const replacement = { find, replacement: replace, caseSensitive: case_sensitive, wholeWords: whole_words }
  const summary = ({ count }: { count: number }) => `Replaced “${find}” with “${replace}”, ${counted(count, 'time')}`
  const correcting = { ...options, summary, isDryRun: dry_run }
  const { preview, ...outcome } = await correctTranscript(actor, id, { kind: 'replace', replacement }, correcting)
  return { ...outcome, preview: preview.map(([ms, before, after]) => ({ start: ms / 1000, before, after })) }
}

/** Restores the text as it was after a revision, as a new one. Throws as `correctTranscript` does. */
export async function restoreRevision(
  actor: Actor,
  id: string,
  number: number,
  options: Options,
): Promise<CorrectedTranscription> {
  const summary = () => (number === 0 ? 'Restored the original' : `Restored revision ${number}`)
  return withoutPreview(await correctTranscript(actor, id, { kind: 'restore', number }, { ...options, summary }))
}
