import { discardJobFiles } from '@/lib/jobs/audio/job-files'
import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db/db'
import type { Prisma } from '@/lib/platform/generated/prisma/client'
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
 * Cancels an import of the caller's: finished episodes stay, running ones are left free of charge, except those that
 * the caller has also requested directly. An import that has ended stays as it is. Returns it as it is then. Throws
 * `not_found`.
 */
export async function cancelImport(actor: Actor, batchId: string): Promise<ImportBatch> {
  await findImport(actor, batchId)
  const endedJobs = await db().$transaction((tx) => cancel(tx, batchId, actor.userId))
  for (const jobId of endedJobs) await discardJobFiles(jobId)
  return findImport(actor, batchId)
}
