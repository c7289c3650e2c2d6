import { userOwner, withSlotOwner } from '@/lib/core/concurrency/slot-owner'
import { db } from '@/lib/core/db/db'
import { ImportStatus } from '@/lib/core/generated/prisma/enums'
import { toProblemBody } from '@/lib/core/problem/problem-body'
import { chooseItems, countMissingIds, type ImportChoice, takeMaximum } from '../choice/choose-items'
import { type ItemStatus, importChoiceSchema } from '../contract'
import { type ItemRow, insertItems } from '../items/item-table'
import { findImportSource, findKnownItems, type SourceItem } from './find-import-source'

/** The time limit for the feed of a large show, in many pages, or for a long list. */
const READ_BUDGET_MS = 9 * 60_000
const ROWS = 500
const LONG_TRANSACTION = { maxWait: 60_000, timeout: 300_000 }

/** The facts by which an item is chosen, with the item and its place in the list, from 0. */
export function toChoosable(item: SourceItem, position: number) {
  const { guid, title, publishedAt, hasCaptions } = item
  return { item, position, guid, title, published: publishedAt?.toISOString() ?? null, has_captions: hasCaptions }
}

function outcomeAtOnce(
  { refusal, episode }: SourceItem,
  libraryItemId: string | null,
): Partial<ItemRow> & { state: ItemStatus } {
  const finishedAt = new Date()
  if (refusal) return { state: 'failed', error: toProblemBody(refusal), finishedAt }
  if (libraryItemId) return { state: 'skipped', reason: 'already_transcribed', libraryItemId, finishedAt }
  return { state: 'queued', ...(episode ? { episode } : {}) }
}

/** The row of an item at a position, with its outcome if that is already known. */
export function toRow(item: SourceItem, position: number, libraryItemId: string | null): ItemRow {
  const { guid, title, audioUrl, publishedAt, durationMs, videoId } = item
  const { hostname: host } = new URL(audioUrl)
  const facts = { position, guid, title, audioUrl, publishedAt, durationMs, host, videoId }
  return { ...facts, ...outcomeAtOnce(item, libraryItemId) }
}

/**
 * Reads the show or list of an import and stores the chosen items in their present state: later changes are for the
 * next import. Items that the user already has are skipped immediately. Returns whether the import continues; calling
 * it again changes nothing. Throws the errors of `findImportSource`.
 */
export async function listImportItems(batchId: string, signal: AbortSignal): Promise<boolean> {
  const batch = await db().importBatch.findUnique({ where: { id: batchId } })
  if (batch?.status !== 'queued') return batch?.status === 'in_progress'
  const choice: ImportChoice = batch.choice === null ? {} : importChoiceSchema.parse(batch.choice)
  const read = () => findImportSource(batch.sourceUrl, choice, { signal, budgetMs: READ_BUDGET_MS })
  const source = await withSlotOwner(userOwner(batch.userId), read)
  const chosen = chooseItems(source.items.map(toChoosable), choice)
  return db().$transaction(async (tx) => {
    const { platform, title, url: feedUrl } = source
    const data = { status: ImportStatus.in_progress, platform, title, feedUrl }
    const { count } = await tx.importBatch.updateMany({ where: { id: batchId, status: 'queued' }, data })
    // Cancelled in the meantime.
    if (count === 0) return false
    const libraryItemOf = await findKnownItems(tx, batch, source)
    const taken = takeMaximum(chosen, choice, ({ item }) => libraryItemOf(item) !== null)
    const missingIds = source.isWhole ? countMissingIds(source.items, choice) : 0
    await tx.importBatch.update({ where: { id: batchId }, data: { total: taken.length, missingIds } })
    for (let start = 0; start < taken.length; start += ROWS) {
      const some = taken.slice(start, start + ROWS)
      await insertItems(
        tx,
        batch,
        some.map(({ item, position }) => toRow(item, position, libraryItemOf(item))),
      )
    }
    return true
  }, LONG_TRANSACTION)
}
