import { db, lockUser } from '@/lib/core/db/db'
import type { ImportBatch, Prisma } from '@/lib/core/generated/prisma/client'
import { log } from '@/lib/core/log'
import type { Problem } from '@/lib/core/problem/problem'
import { toProblemJson } from '@/lib/core/problem/problem-body'
import { problemSchema } from '@/lib/core/problem/problem-schema'
import { withoutCredentials } from '@/lib/core/secrets/without-credentials'
import { endWork } from '@/lib/durable/work'
import { queueNotices, queueWatchNotice } from '@/lib/notices/queue-notices'
import { findSubscribers, notifyWebhooks } from '@/lib/webhooks/notify-webhooks'
import { storeCounts } from './import-table'
import { beginWaiting } from './open-imports'
import { OPEN_STATUSES } from './states'

const OPEN = { in: OPEN_STATUSES }

/** Locks the owner of an import before its rows, in the order in which imports are started. */
async function lockOwner(tx: Prisma.TransactionClient, batchId: string): Promise<void> {
  const batch = await tx.importBatch.findUnique({ where: { id: batchId }, select: { userId: true } })
  if (batch) await lockUser(tx, batch.userId)
}

async function end(tx: Prisma.TransactionClient, batchId: string, data: Prisma.ImportBatchUpdateManyMutationInput) {
  const ended = { ...data, runningKey: null, finishedAt: new Date() }
  const { count } = await tx.importBatch.updateMany({ where: { id: batchId, status: OPEN }, data: ended })
  if (count > 0) await concludeImport(tx, batchId)
  return count > 0
}

/** Stores the result of an import, announces it, and begins those that have waited for it. */
async function concludeImport(tx: Prisma.TransactionClient, batchId: string): Promise<void> {
  await endWork(tx, 'import', batchId)
  await storeCounts(tx, batchId)
  const batch = await tx.importBatch.findUniqueOrThrow({ where: { id: batchId } })
  await announceImportEnd(tx, batch)
  await beginWaiting(tx, batch.userId)
}

/** Queues the webhooks of an import's owner, and a mail unless the owner cancelled it. */
async function announceImportEnd(tx: Prisma.TransactionClient, batch: ImportBatch): Promise<void> {
  if (batch.watchId !== null) return announceWatchedItems(tx, { ...batch, watchId: batch.watchId })
  const { id, userId, kind, title, status, total, done, failed, skipped } = batch
  const counts = { total, done, failed, skipped }
  const source_url = withoutCredentials(batch.sourceUrl)
  if (status !== 'cancelled') await queueNotices(tx, { subject: 'import', subjectId: id, userIds: [userId] })
  if (kind === 'batch') return notifyWebhooks(tx, userId, 'batch.done', { batch_id: id, status, ...counts })
  await notifyWebhooks(tx, userId, 'import.done', { batch_id: id, source_url, title, status, ...counts })
}

/** Ends an import whose episodes all have an outcome. An import that has ended stays as it is. */
export async function finishImport(batchId: string): Promise<void> {
  await db().$transaction(async (tx) => {
    await lockOwner(tx, batchId)
    const left = await tx.importItem.count({ where: { batchId, state: OPEN } })
    if (left > 0) throw new Error(`${left} episodes of import ${batchId} have no outcome yet`)
    await end(tx, batchId, { status: 'done' })
  })
}

/**
 * Ends an import with a problem, with which its remaining episodes fail too. An import that has ended stays as it is.
 */
export async function failImport(batchId: string, problem: Problem): Promise<void> {
  const error = toProblemJson(problem)
  const failed = await db().$transaction(async (tx) => {
    await lockOwner(tx, batchId)
    await tx.importItem.updateMany({
      where: { batchId, state: OPEN },
      data: { state: 'failed', error, finishedAt: new Date() },
    })
    return end(tx, batchId, { status: 'error', error })
  })
  if (failed) log.warn('an import failed', { batch_id: batchId, code: problem.code, cause: problem.cause })
}

/** Ends an import as cancelled: its remaining episodes are skipped. Returns whether it was still running. */
export async function endCancelled(tx: Prisma.TransactionClient, batchId: string): Promise<boolean> {
  await lockOwner(tx, batchId)
  await tx.importItem.updateMany({
    where: { batchId, state: OPEN },
    data: { state: 'skipped', reason: 'cancelled', finishedAt: new Date() },
  })
  return end(tx, batchId, { status: 'cancelled' })
}

const WATCH_EVENT = 'watch.item'

/** Queues the webhooks of every item that a watch has brought, with its outcome, and a mail to who wants one each time. */
async function announceWatchedItems(
  tx: Prisma.TransactionClient,
  { id, watchId, userId, title, sourceUrl, done }: ImportBatch & { watchId: string },
): Promise<void> {
  if (done > 0) await queueWatchNotice(tx, userId, id)
  if ((await findSubscribers(tx, [userId], WATCH_EVENT)).length === 0) return
  const items = await tx.importItem.findMany({ where: { batchId: id, userId }, orderBy: { position: 'asc' } })
  for (const item of items) {
    await notifyWebhooks(tx, userId, WATCH_EVENT, {
      ...{ watch_id: watchId, source_url: withoutCredentials(sourceUrl), source_title: title },
      ...{ guid: item.guid, title: item.title, audio_url: withoutCredentials(item.audioUrl) },
      published: item.publishedAt?.toISOString() ?? null,
      ...{ status: item.state, reason: item.reason, error: problemSchema.nullable().parse(item.error) },
      ...{ job_id: item.jobId, transcript_id: item.libraryItemId },
    })
  }
}
