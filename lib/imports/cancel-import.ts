import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { discardJobFiles } from '@/lib/jobs/audio/job-files'
import type { ImportBatch } from './contract'
import { endCancelled } from './end-import'
import { findImport } from './find-import'
import { leaveImportJobs } from './leave-import-jobs'

async function cancel(tx: Prisma.TransactionClient, batchId: string, userId: string): Promise<string[]> {
  if (!(await endCancelled(tx, batchId))) return []
  const left = await tx.importItem.findMany({
    where: { batchId, reason: 'cancelled', jobId: { not: null } },
    select: { jobId: true },
  })
  return leaveImportJobs(
    tx,
    userId,
    left.flatMap(({ jobId }) => jobId ?? []),
  )
}

/**
 * Cancels an import or a batch of a user: finished items stay, running ones are left free of charge, except those that
 * the user has also requested directly. One that has ended, or is not the user's, stays as it is.
 */
export async function cancelItems(userId: string, batchId: string): Promise<void> {
  const isOwn = (await db().importBatch.count({ where: { id: batchId, userId } })) > 0
  if (!isOwn) return
  const endedJobs = await db().$transaction((tx) => cancel(tx, batchId, userId))
  for (const jobId of endedJobs) await discardJobFiles(jobId)
}

/** Cancels an import of the caller's, as `cancelItems` does. Returns it as it is then. Throws `not_found`. */
export async function cancelImport(actor: Actor, batchId: string): Promise<ImportBatch> {
  await findImport(actor, batchId)
  await cancelItems(actor.userId, batchId)
  return findImport(actor, batchId)
}
