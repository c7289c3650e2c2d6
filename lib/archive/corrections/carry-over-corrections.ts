import { runTextTask } from '@/lib/archive/texts/run-text-task'
import { INLINE_CORRECTION_BYTES } from '@/lib/archive/texts/text-limits'
import type { CarriedOver } from '@/lib/captions/edit/staged-correction'
import { db, pool } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import { log } from '@/lib/core/log'
import { indexStagedTranscript, indexStoredPart } from '../search-index/index-transcript'
import { isLongerThan, type StoredTranscript, versionOf, WITHOUT_TEXT } from '../transcripts/stored-transcript'
import {
  copyFacts,
  deleteOlderBases,
  findOutdatedCorrections,
  lockTextVersion,
  storeStagedCorrection,
  storeStagedRevision,
} from './correction-table'
import { stageCarryOver } from './stage-carry-over'

const AT_A_TIME = 50
/** The owner on whose behalf worker processes do it. */
const OWNER = 'corrections'
const LONG_TEXT = { maxWait: 10_000, timeout: 60_000 }

async function stage(corrected: StoredTranscript, original: StoredTranscript): Promise<CarriedOver | null> {
  const input = { corrected: versionOf(corrected), original: versionOf(original) }
  const isLong = (text: StoredTranscript) => isLongerThan(text, INLINE_CORRECTION_BYTES)
  if (isLong(corrected) || isLong(original))
    return runTextTask('carryOver', input, { owner: OWNER, signal: new AbortController().signal })
  const client = await pool().connect()
  try {
    return await stageCarryOver(client, input)
  } finally {
    client.release()
  }
}

const summaryOf = ({ unplacedCount }: CarriedOver) =>
  unplacedCount === 0
    ? 'Transcribed again, with all corrections'
    : `Transcribed again, without ${unplacedCount} correction${unplacedCount === 1 ? '' : 's'} that no longer fit`

/** Stores what was carried over, unless the text was corrected meanwhile: then the next run does it. */
async function store(
  corrected: StoredTranscript,
  original: StoredTranscript,
  carried: CarriedOver | null,
): Promise<void> {
  const { id, mediaId } = corrected
  await db().$transaction(async (tx) => {
    if (!(await lockTextVersion(tx, id, corrected.changedAt))) return
    if (carried) {
      const { stagedId, places, preview, bytes, unplaced } = carried
      const number = await storeStagedCorrection(tx, { id, stagedId })
      const last = await tx.revision.findFirst({ where: { transcriptId: id }, orderBy: { number: 'desc' } })
      if (number === null || !last) return
      const { userId, libraryItemId } = last
      await deleteOlderBases(tx, id, number)
      const key = { id: newId(), userId, transcriptId: id, libraryItemId, number }
      const revision = { kind: 'retranscribe', summary: summaryOf(carried), places, preview, bytes, unplaced }
      await storeStagedRevision(tx, { ...key, ...revision }, stagedId)
      await indexStagedTranscript(tx, { id, mediaId, stagedId })
      await tx.stagedText.deleteMany({ where: { id: stagedId } })
    }
    await copyFacts(tx, { id, fromId: original.id, version: original.changedAt })
    const stored = await tx.transcript.findUniqueOrThrow({ where: { id }, omit: WITHOUT_TEXT })
    const parts = await tx.libraryItem.findMany({ where: { transcriptId: id, coveredMs: { not: null } } })
    for (const { id: libraryItemId, coveredMs } of parts)
      if (coveredMs !== null) await indexStoredPart(tx, stored, { libraryItemId, coveredMs })
  }, LONG_TEXT)
}

async function carryOne(id: string): Promise<void> {
  const corrected = await db().transcript.findUnique({ where: { id }, omit: WITHOUT_TEXT })
  if (!corrected?.correctedFromId) return
  const where = { id: corrected.correctedFromId }
  const original = await db().transcript.findUnique({ where, omit: WITHOUT_TEXT })
  if (original) await store(corrected, original, await stage(corrected, original))
}

/**
 * Carries corrections over to texts that have been stored again since: by a better engine, or because a partial text
 * was continued. `originalId` limits this to one text. Returns the number of outdated corrections. Safe to run again,
 * and concurrently in several processes.
 */
export async function carryOverCorrections(originalId: string | null = null): Promise<number> {
  const outdated = await findOutdatedCorrections(originalId, AT_A_TIME)
  for (const id of outdated) {
    try {
      await carryOne(id)
    } catch (error) {
      log.error('corrections could not be carried over; they are tried again in a minute', { transcriptId: id, error })
    }
  }
  return outdated.length
}
