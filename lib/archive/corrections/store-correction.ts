import type { StagedCorrection } from '@/lib/captions/edit/staged-correction'
import type { Prisma, RevisionKind } from '@/lib/core/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { lockLibraryItems } from '../library-items/library-item-table'
import { indexStagedTranscript, indexStoredPart } from '../search-index/index-transcript'
import { type StoredTranscript, WITHOUT_TEXT } from '../transcripts/stored-transcript'
import { isCorrectedText } from './corrected-text'
import {
  copyTextForItem,
  lockItemText,
  lockTextVersion,
  storeStagedCorrection,
  storeStagedRevision,
} from './correction-table'

/** A library item with its text as it was read. */
export type CorrectedItem = { id: string; userId: string; mediaId: string; transcript: StoredTranscript }

export type StagedRevision = Pick<StagedCorrection, 'preview' | 'places' | 'bytes'> & {
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
export async function storeCorrection(
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
