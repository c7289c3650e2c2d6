import { isCorrectedText, textVersion } from '@/lib/archive/corrections/corrected-text'
import {
  copyTextForItem,
  lockItemText,
  lockTextVersion,
  storeStagedCorrection,
  storeStagedRevision,
} from '@/lib/archive/corrections/correction-table'
import { bytesAfter } from '@/lib/archive/corrections/revision-table'
import { stageCorrection } from '@/lib/archive/corrections/stage-correction'
import { lockLibraryItems } from '@/lib/archive/library-items/library-item-table'
import { indexStagedTranscript, indexStoredPart } from '@/lib/archive/search-index/index-transcript'
import { loadSpokenText } from '@/lib/archive/text-worker/text-table'
import { runTextTask } from '@/lib/archive/texts/run-text-task'
import { captionLimits, INLINE_CORRECTION_BYTES } from '@/lib/archive/texts/text-limits'
import {
  isLongerThan,
  type StoredTranscript,
  versionOf,
  WITHOUT_TEXT,
} from '@/lib/archive/transcripts/stored-transcript'
import type { Correction } from '@/lib/captions/edit/correction'
import type { StagedCorrection } from '@/lib/captions/edit/staged-correction'
import type { Actor } from '@/lib/core/actor'
import { db, pool } from '@/lib/core/db/db'
import type { Prisma, RevisionKind } from '@/lib/core/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { findOwnItemId, noTranscript } from '../find-own-item-id'
import type { CorrectedTranscription } from './contract'

/** A library item with its text as it was read. */
type CorrectedItem = { id: string; userId: string; mediaId: string; transcript: StoredTranscript }

type StagedRevision = Pick<StagedCorrection, 'preview' | 'places' | 'bytes'> & {
  stagedId: string
  kind: RevisionKind
  summary: string
}

/**
 * Stores a staged correction of a library item's text as its next revision. The first one copies the text for the item,
 * so that the text of other users does not change. Returns the corrected text; null, without storing anything, when the
 * text or the item has changed since it was read. Throws `service_unavailable` for a correction that was staged too
 * long ago.
 */
async function storeCorrection(
  tx: Prisma.TransactionClient,
  { id: libraryItemId, userId, mediaId, transcript }: CorrectedItem,
  { stagedId, ...revision }: StagedRevision,
): Promise<StoredTranscript | null> {
  // Texts are locked before library items, as they are where a job ends.
  if (!(await lockTextVersion(tx, transcript.id, transcript.changedAt))) return null
  await lockLibraryItems(tx, { userId, mediaId })
  if ((await lockItemText(tx, userId, libraryItemId)) !== transcript.id) return null
  const isFirst = !isCorrectedText(transcript)
  const id = isFirst ? newId() : transcript.id
  if (isFirst) await copyTextForItem(tx, { id, textId: transcript.id, libraryItemId })
  const number = await storeStagedCorrection(tx, { id, stagedId })
  if (number === null) throw new Problem('service_unavailable', { retryAfterSeconds: 1 })
  await indexStagedTranscript(tx, { id, mediaId, stagedId })
  const key = { id: newId(), userId, transcriptId: id, libraryItemId, number }
  await storeStagedRevision(tx, { ...revision, ...key, unplaced: [] }, stagedId)
  await tx.stagedText.deleteMany({ where: { id: stagedId } })
  const data = isFirst ? { transcriptId: id } : {}
  const { coveredMs } = await tx.libraryItem.update({ where: { id: libraryItemId }, data })
  const stored = await tx.transcript.findUniqueOrThrow({ where: { id }, omit: WITHOUT_TEXT })
  if (coveredMs !== null) await indexStoredPart(tx, stored, { libraryItemId, coveredMs })
  return stored
}

type Item = CorrectedItem & { coveredMs: number | null }

/** A correction that names no version is made to the text as it is: it is tried again where that changes meanwhile. */
const ATTEMPTS = 3
/** Storing a long text takes long on a busy machine. */
const LONG_TEXT = { maxWait: 10_000, timeout: 60_000 }

async function findItem(userId: string, id: string): Promise<Item> {
  const libraryItemId = await findOwnItemId(userId, id)
  const item = await db().libraryItem.findFirst({
    where: { id: libraryItemId, userId },
    select: { id: true, userId: true, mediaId: true, coveredMs: true, transcript: { omit: WITHOUT_TEXT } },
  })
  if (!item) throw noTranscript()
  const { transcript } = item
  if (!transcript) throw new Problem('transcript_not_ready')
  return { ...item, transcript }
}

function etagOf(transcript: StoredTranscript): string {
  return `"${textVersion(transcript)}"`
}

function conflict(transcript: StoredTranscript): Problem {
  return new Problem('edit_conflict', { context: { etag: etagOf(transcript), revision: transcript.revision } })
}

/** The part of an entity tag that identifies the text; the part after the dot identifies the rendering. */
function versionOfTag(tag: string): string {
  return tag
    .trim()
    .replace(/^W\//, '')
    .replace(/^"(.*)"$/, '$1')
    .split('.', 1)[0] as string
}

/** Whether an `If-Match` names the version of a text; `*` and none name any. */
function isExpected(ifMatch: string | null, transcript: StoredTranscript): boolean {
  if (ifMatch === null) return true
  const version = textVersion(transcript)
  return ifMatch.split(',').some((tag) => tag.trim() === '*' || versionOfTag(tag) === version)
}

/** The longest edits that are made in this process, as JSON. */
const INLINE_EDIT_CHARACTERS = 16_384

/** Whether a correction takes so little work that it delays no other request. Replacements may match at every character. */
async function isSmall({ transcript }: Item, correction: Correction): Promise<boolean> {
  if (correction.kind === 'replace' || isLongerThan(transcript, INLINE_CORRECTION_BYTES)) return false
  if (correction.kind === 'edit') return JSON.stringify(correction.edits).length <= INLINE_EDIT_CHARACTERS
  if (correction.kind === 'speakers') return true
  return (await bytesAfter(db(), transcript.id, correction.number)) <= INLINE_CORRECTION_BYTES
}

/** Corrects a text in this process, or in a worker. */
async function stage(
  item: Item,
  correction: Correction,
  { isDryRun, signal }: { isDryRun: boolean; signal: AbortSignal },
): Promise<StagedCorrection> {
  const { transcript, coveredMs, userId } = item
  const version = versionOf(transcript)
  const extent = { coveredMs, totalMs: transcript.totalMs, maxBytes: captionLimits().maxBytes }
  if (!(await isSmall(item, correction))) {
    return runTextTask('correctText', { version, correction, extent, isDryRun }, { owner: userId, signal })
  }
  const client = await pool().connect()
  try {
    const text = await loadSpokenText(client, version)
    return await stageCorrection(client, text, { transcriptId: transcript.id, correction, extent, isDryRun })
  } finally {
    client.release()
  }
}

export type CorrectionOptions = {
  /** The `If-Match` of the request: the versions that the correction may be made to; null: any. */
  ifMatch: string | null
  /** The change, in a sentence for the history. */
  summary: (staged: StagedCorrection) => string
  signal: AbortSignal
  isDryRun?: boolean
}

/** The outcome of a correction, with its first places. */
export type Correcting = CorrectedTranscription & Pick<StagedCorrection, 'preview'>

function toOutcome(staged: StagedCorrection, transcript: StoredTranscript): Correcting {
  const { count, places, changed, preview } = staged
  return { revision: transcript.revision, etag: etagOf(transcript), count, places, changed, preview }
}

/**
 * Corrects the text of the caller's library item, as a revision that can be undone. The first correction makes a copy
 * for the caller, so the text of other users does not change. A correction without changes makes no revision. Throws
 * `not_found`, `transcript_not_ready`, `invalid_edit`, and `edit_conflict` if the text is not the expected version;
 * then nothing is saved.
 */
export async function correctTranscript(
  actor: Actor,
  id: string,
  correction: Correction,
  { ifMatch, summary, signal, isDryRun = false }: CorrectionOptions,
): Promise<Correcting> {
  for (let attempt = 1; ; attempt++) {
    const item = await findItem(actor.userId, id)
    if (!isExpected(ifMatch, item.transcript)) throw conflict(item.transcript)
    const staged = await stage(item, correction, { isDryRun, signal })
    const { stagedId, preview, places, bytes } = staged
    if (stagedId === null) return toOutcome(staged, item.transcript)
    const revision = { stagedId, preview, places, bytes, kind: correction.kind, summary: summary(staged) }
    const stored = await db().$transaction((tx) => storeCorrection(tx, item, revision), LONG_TEXT)
    if (stored) return toOutcome(staged, stored)
    const isExact = ifMatch !== null && ifMatch.trim() !== '*'
    if (isExact || attempt === ATTEMPTS) throw conflict((await findItem(actor.userId, id)).transcript)
  }
}
