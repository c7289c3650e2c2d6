import type { Actor } from '@/lib/core/actor'
import { afterId, type PageRequest, readPage } from '@/lib/core/db/cursor-page'
import { db } from '@/lib/core/db/db'
import type * as rows from '@/lib/core/generated/prisma/client'
import { isId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { problemSchema } from '@/lib/core/problem/problem-schema'
import { cancelItems } from '../cancel-import'
import { countItemsOf, countsOf } from '../find-import'
import type { ItemCount } from '../import-table'
import type { Batch, BatchList } from './contract'

function batchNote({ status, error }: rows.ImportBatch, unaffordable: number): string | null {
  if (status === 'error') return problemSchema.parse(error).detail
  if (status === 'cancelled') return 'This batch was cancelled. What was done before stays.'
  if (unaffordable === 0) return null
  const items = unaffordable === 1 ? '1 item' : `${unaffordable} items`
  return `Your allowance for this month did not reach for ${items}. Send them again after the reset, or upgrade.`
}

function toBatch(row: rows.ImportBatch, all: readonly ItemCount[]): Batch {
  const { counts, skippedBy } = countsOf(row, all)
  return {
    id: row.id,
    status: row.status,
    total: row.total,
    ...counts,
    note: batchNote(row, skippedBy('allowance_exceeded')),
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  }
}

/** A batch of the caller's. Throws `not_found`. */
export async function findBatch({ userId }: Actor, batchId: string): Promise<Batch> {
  const where = { id: batchId, userId, kind: 'batch' as const }
  const row = isId(batchId) ? await db().importBatch.findFirst({ where }) : null
  if (!row) throw new Problem('not_found', { detail: 'Batch not found. Check its ID.' })
  return toBatch(row, await countItemsOf([row]))
}

/** A page of the caller's batches, the newest first; `cursor` is the last batch of the page before. */
export async function listBatches({ userId }: Actor, { limit, cursor }: PageRequest): Promise<BatchList> {
  const where = { userId, kind: 'batch' as const, ...afterId(cursor) }
  const find = (take: number) => db().importBatch.findMany({ where, orderBy: { id: 'desc' }, take })
  const { rows: shown, nextCursor } = await readPage(limit, find, ({ id }) => id)
  const counts = await countItemsOf(shown)
  return { batches: shown.map((row) => toBatch(row, counts)), next_cursor: nextCursor }
}

/**
 * Cancels a batch of the caller's: finished items stay, the others are skipped free of charge. A batch that has ended
 * stays as it is. Returns it as it is then. Throws `not_found`.
 */
export async function cancelBatch(actor: Actor, batchId: string): Promise<Batch> {
  await findBatch(actor, batchId)
  await cancelItems(actor.userId, batchId)
  return findBatch(actor, batchId)
}
