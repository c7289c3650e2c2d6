import { isStaged, type TextBody } from '@/lib/captions/found-captions'
import { isCharsetEvidence } from '@/lib/captions/language/find-charset'
import { lacksWords } from '@/lib/captions/missing-words'
import { identifySpeakers } from '@/lib/captions/speakers'
import type { TranscriptSource } from '@/lib/captions/transcript'
import type { Warning } from '@/lib/captions/warning'
import type { Db } from '@/lib/core/db/db'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { moveCorrections } from '../corrections/correction-table'
import { lockLibraryItems } from '../library-items/library-item-table'
import { mergeLibraryItems } from '../library-items/merge-library-items'
import { indexStagedTranscript, indexTranscript } from '../search-index/index-transcript'
import { findTextOfOrigin } from './find-stored-text'
import { packSegments, packSpeakers } from './stored-segments'
import { type StoredTranscript, textMs, WITHOUT_TEXT } from './stored-transcript'
import { addRequestedLang, copyStagedSegments, lockTexts } from './transcript-table'

export type NewTranscript = {
  mediaId: string
  requestedLang: string
  /** The origin of the text: the recording itself where none is given. See the schema. */
  origin?: string
  lang: string | null
  source: TranscriptSource
  engine: { name: string; model: string } | null
  /** The requesting user specified the language for the engine. */
  langSpecified?: boolean
  /** Whether the source says that it is in the spoken language. */
  original?: boolean
  availableLangs: string[]
  segments: TextBody
  coveredMs: number
  totalMs: number
  /** Nothing of the recording is left to transcribe. */
  complete: boolean
  /** [startMs, endMs] of speech within `coveredMs` that has no text: none where not given. */
  missing?: [startMs: number, endMs: number][]
  warnings: Warning[]
}

/** A draft by the offline engine, or a text that lacks words: its warnings say so. */
function isPoor(text: { warnings: unknown }): boolean {
  const warnings = text.warnings as Warning[]
  return lacksWords({ warnings }) || warnings.some(({ code }) => code === 'offline_engine')
}

/** Whether the charset of a stored text was guessed, and the language of the next request is evidence that it lacked. */
function isReadAgain(stored: StoredTranscript, { requestedLang }: NewTranscript): boolean {
  const isGuessed = (stored.warnings as Warning[]).some(({ code }) => code === 'charset_guessed')
  return isGuessed && isCharsetEvidence(requestedLang) && !isCharsetEvidence(stored.requestedLang)
}

/** Whether a stored transcript is kept when one of the same kind arrives for another requested language. */
function isGoodEnough(stored: StoredTranscript, next: NewTranscript): boolean {
  if (!stored.complete) return !next.complete && textMs(stored) >= textMs(next)
  return (isPoor(next) || !isPoor(stored)) && !isReadAgain(stored, next)
}

/** Moves every library item from one transcript to a better one. */
async function supersede(tx: Db, old: StoredTranscript, by: StoredTranscript): Promise<void> {
  const libraryItems = await tx.libraryItem.findMany({ where: { transcriptId: old.id }, orderBy: { userId: 'asc' } })
  for (const { id, userId, mediaId } of libraryItems) {
    await lockLibraryItems(tx, { userId, mediaId })
    const from = await tx.libraryItem.findUnique({ where: { id } })
    const into = await tx.libraryItem.findUnique({ where: { userId_transcriptId: { userId, transcriptId: by.id } } })
    if (from && into) await mergeLibraryItems(tx, from, into)
    else if (from) await tx.libraryItem.update({ where: { id }, data: { transcriptId: by.id } })
  }
  await moveCorrections(tx, old.id, by.id)
  await tx.trashedItem.updateMany({ where: { transcriptId: old.id }, data: { transcriptId: by.id } })
  await tx.job.updateMany({ where: { transcriptId: old.id }, data: { transcriptId: by.id } })
  await tx.transcript.delete({ where: { id: old.id } })
  for (const lang of [old.requestedLang, ...old.alsoRequested]) await addRequestedLang(tx, by.id, lang)
}

/** Stores a transcript, replacing the earlier one where there is one. */
function write(
  tx: Db,
  replaced: StoredTranscript | null,
  {
    mediaId,
    requestedLang,
    origin = '',
    langSpecified = false,
    original = false,
    engine,
    missing = [],
    ...rest
  }: NewTranscript,
  text: { segments: Prisma.InputJsonValue; speakers: Prisma.InputJsonValue },
): Promise<StoredTranscript> {
  const label = { engineName: engine?.name ?? null, engineModel: engine?.model ?? null }
  const data = { ...rest, ...label, langSpecified, original, missing, ...text, edition: 0 }
  if (replaced) return tx.transcript.update({ where: { id: replaced.id }, data, omit: WITHOUT_TEXT })
  return tx.transcript.create({ data: { id: newId(), mediaId, requestedLang, origin, ...data }, omit: WITHOUT_TEXT })
}

/**
 * The same with a text that a worker process has parsed. Throws `service_unavailable` when it was staged for too long.
 */
async function writeStaged(
  tx: Db,
  replaced: StoredTranscript | null,
  transcript: NewTranscript,
  stagedId: string,
): Promise<StoredTranscript> {
  const { id, mediaId } = await write(tx, replaced, transcript, { segments: [], speakers: [] })
  if (!(await copyStagedSegments(tx, { id, stagedId })))
    throw new Problem('service_unavailable', { retryAfterSeconds: 1 })
  await indexStagedTranscript(tx, { id, mediaId, stagedId })
  await tx.stagedText.deleteMany({ where: { id: stagedId } })
  return tx.transcript.findUniqueOrThrow({ where: { id }, omit: WITHOUT_TEXT })
}

async function writeText(
  tx: Db,
  replaced: StoredTranscript | null,
  transcript: NewTranscript,
): Promise<StoredTranscript> {
  const { segments } = transcript
  if (isStaged(segments)) return writeStaged(tx, replaced, transcript, segments.stagedId)
  const identified = identifySpeakers(segments, { named: transcript.source !== 'speech_to_text' })
  const packed = packSegments(identified.segments)
  const speakers = packSpeakers(identified.speakers)
  const stored = await write(tx, replaced, transcript, { segments: packed, speakers })
  await indexTranscript(tx, stored, segments)
  return { ...stored, segments: packed as Prisma.JsonValue }
}

/** Keeps the stored transcript, and deletes the one that a worker process may have staged. */
async function keepExisting(tx: Db, { id }: StoredTranscript, { segments }: NewTranscript): Promise<StoredTranscript> {
  if (isStaged(segments)) await tx.stagedText.deleteMany({ where: { id: segments.stagedId } })
  return tx.transcript.findUniqueOrThrow({ where: { id }, omit: WITHOUT_TEXT })
}

/**
 * Stores the transcript of a media for a requested language: it replaces the one stored for that language before or,
 * where another language has led to the same text of the same origin, is merged with it. Runs in a transaction, one at
 * a time for each media.
 */
export async function storeTranscript(
  tx: Prisma.TransactionClient,
  transcript: NewTranscript,
): Promise<StoredTranscript> {
  const { mediaId, requestedLang, origin = '', lang, source } = transcript
  await lockTexts(tx, mediaId)
  const known = await findTextOfOrigin(tx, mediaId, requestedLang, origin)
  const where = { mediaId, origin, source, lang, edition: 0 }
  const same = await tx.transcript.findFirst({ where, omit: WITHOUT_TEXT })
  const isOther = same !== null && same.id !== known?.id
  if (isOther && known) await supersede(tx, known, same)
  if (isOther) await addRequestedLang(tx, same.id, requestedLang)
  if (isOther && isGoodEnough(same, transcript)) return keepExisting(tx, same, transcript)
  return writeText(tx, same ?? known, transcript)
}
