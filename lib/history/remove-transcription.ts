import { currentEntryId } from '@/lib/archive/find-entry-id'
import { textKeys } from '@/lib/archive/forget-texts'
import { discardJobFiles } from '@/lib/jobs/job-files'
import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { isId } from '@/lib/platform/ids'
import { Problem } from '@/lib/platform/problem'
import { forgetUnused } from './forget-unused'
import { leaveEntry } from './leave-entry'

/** Answers kept for a repeated call hold the text, too. */
async function forgetAnswers(tx: Prisma.TransactionClient, userId: string, ids: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    delete from idempotency_key
    where user_id = ${userId}::uuid and (body ->> 'id' = any(${ids}) or body ->> 'job_id' = any(${ids}))`
}

async function removeEntry(tx: Prisma.TransactionClient, userId: string, entryId: string) {
  const left = await leaveEntry(tx, userId, entryId)
  if (!left) return null
  const places = await tx.jobCaller.findMany({ where: { userId, entryId }, select: { jobId: true } })
  const former = await tx.formerEntry.findMany({ where: { userId, entryId }, select: { id: true } })
  const ids = [entryId, ...former.map(({ id }) => id)]
  await forgetAnswers(tx, userId, [...ids, ...places.map(({ jobId }) => jobId)])
  await tx.jobCaller.deleteMany({ where: { userId, entryId } })
  await tx.entry.delete({ where: { id: entryId } })
  return left
}

async function entryIdOf(userId: string, id: string): Promise<string> {
  if (!isId(id)) throw new Problem('not_found', { detail: 'There is no such transcript of yours. Check its id.' })
  const place = await db().jobCaller.findUnique({ where: { jobId_userId: { jobId: id, userId } } })
  return place?.entryId ?? currentEntryId(userId, id)
}

/**
 * Removes an entry of the caller's history, by its own id or its job's: the text, its public page, the place in its job
 * (which ends, free of charge, when nobody else waits for it), and the file if it was an upload. What was paid stays paid: the
 * same recording costs nothing again. Throws `not_found`.
 */
export async function removeTranscription(actor: Actor, id: string): Promise<void> {
  const entryId = await entryIdOf(actor.userId, id)
  for (;;) {
    const left = await db().$transaction((tx) => removeEntry(tx, actor.userId, entryId))
    if (!left) continue
    for (const jobId of left.endedJobs) await discardJobFiles(jobId)
    // If this process ends here, `sweepLeftTexts` does the rest.
    return forgetUnused(textKeys(left.entry))
  }
}
