import { saveEntry } from '@/lib/archive/save-entry'
import type { Format } from '@/lib/captions/transcript'
import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { emit } from '@/lib/platform/events'
import { type Media, Prisma } from '@/lib/platform/generated/prisma/client'
import { newId } from '@/lib/platform/ids'
import { billableSeconds } from '@/lib/usage/period'
import { reserveSeconds } from '@/lib/usage/reserve-seconds'
import type { JobStarted } from './contract'

export const JOB_REQUESTED = 'job/requested'

export type JobRequest = {
  media: Media
  /** The link to open; null for an upload. */
  openUrl: string | null
  requestedLang: string
  /** What the engine is told of the language; null: it finds out. */
  langHint: string | null
  format: Format
  /** Where it is known already: then its seconds are reserved at once. */
  durationMs: number | null
}

type Running = { id: string; status: string; durationMs: number | null }

/** The running job for this media and language: the one that is there, else a new one with its event. */
async function findOrCreate(tx: Prisma.TransactionClient, request: JobRequest): Promise<Running> {
  const { media, openUrl, requestedLang, langHint, durationMs } = request
  const runningKey = `${media.id}:${requestedLang}`
  const id = newId()
  const { count } = await tx.job.createMany({
    data: [{ id, mediaId: media.id, openUrl, requestedLang, langHint, durationMs, runningKey }],
    skipDuplicates: true,
  })
  if (count > 0) {
    await emit(tx, { name: JOB_REQUESTED, data: { jobId: id }, id })
    return { id, status: 'queued', durationMs }
  }
  return tx.job.findUniqueOrThrow({ where: { runningKey } })
}

/**
 * Starts speech-to-text on a recording, or joins the job that does it already: the job, its event, the caller's place in
 * it, the line of history and the reserved seconds come in one transaction. Throws `allowance_exceeded`.
 */
export async function startJob(actor: Actor, request: JobRequest): Promise<JobStarted> {
  return db().$transaction(async (tx) => {
    const job = await findOrCreate(tx, request)
    const key = { userId: actor.userId, mediaId: request.media.id, requestedLang: request.requestedLang }
    const entry = await saveEntry(tx, key, { jobId: job.id })
    await tx.jobCaller.upsert({
      where: { jobId_userId: { jobId: job.id, userId: actor.userId } },
      create: { jobId: job.id, userId: actor.userId, entryId: entry.id, format: request.format },
      update: { format: request.format, leftAt: null, error: Prisma.DbNull },
    })
    if (job.durationMs !== null) await reserveSeconds(tx, actor, job.id, billableSeconds(job.durationMs))
    return { job_id: job.id, status: job.status === 'queued' ? 'queued' : 'in_progress' }
  })
}
