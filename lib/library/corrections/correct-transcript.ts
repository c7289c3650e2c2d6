import { textVersion } from '@/lib/archive/corrections/corrected-text'
import { bytesAfter } from '@/lib/archive/corrections/revision-table'
import { stageCorrection } from '@/lib/archive/corrections/stage-correction'
import { type CorrectedItem, storeCorrection } from '@/lib/archive/corrections/store-correction'
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
import { Problem } from '@/lib/core/problem/problem'
import { findOwnItemId, noTranscript } from '../find-own-item-id'
import type { CorrectedTranscription } from './contract'

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
