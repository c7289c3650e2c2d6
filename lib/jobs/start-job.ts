import { saveEntry } from '@/lib/archive/save-entry'
import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { emit } from '@/lib/platform/events'
import { type Job, type Media, Prisma } from '@/lib/platform/generated/prisma/client'
import { newId } from '@/lib/platform/ids'
import type { JobStarted } from './contract'
import { lockRunningJob } from './lock-job'
import { reserveForCaller } from './reserve-for-caller'

export const JOB_REQUESTED = 'job/requested'

export type JobRequest = {
  media: Media
  /** The link to open; null for an upload. */
  openUrl: string | null
  requestedLang: string
  /** What the engine is told of the language; null: it finds out. */
  langHint: string | null
  /** No other language will do. */
  strict: boolean
  /** The source has no captions to give, as it has just said. */
  captionless: boolean
  /** Where it is known already: then its seconds are reserved at once. */
  durationMs: number | null
  /** A stored transcript that is to be made anew. Any other that is there makes the job needless. */
  replaces: string | null
}

/** What a job made needless: the transcript was stored in the meantime. */
export type Needless = { storedId: string }

/** The running job of a request, locked; or a new one with its event; null when the one there has just ended. */
async function joinOrCreate(tx: Prisma.TransactionClient, request: JobRequest): Promise<Job | Needless | null> {
  const { media, openUrl, requestedLang, langHint, strict, captionless, durationMs } = request
  const runningKey = `${media.id}:${requestedLang}${strict ? ':strict' : ''}`
  const id = newId()
  const [created] = await tx.job.createManyAndReturn({
    data: [
      {
        id,
        mediaId: media.id,
        openUrl,
        requestedLang,
        langHint,
        strictLang: strict,
        captionless,
        durationMs,
        runningKey,
      },
    ],
    skipDuplicates: true,
  })
  if (!created) return lockRunningJob(tx, runningKey)
  const key = { mediaId_requestedLang: { mediaId: media.id, requestedLang } }
  const stored = await tx.transcript.findUnique({ where: key, select: { id: true } })
  if (stored && stored.id !== request.replaces) {
    await tx.job.delete({ where: { id } })
    return { storedId: stored.id }
  }
  await emit(tx, { name: JOB_REQUESTED, data: { jobId: id }, id })
  return created
}

async function takePlace(tx: Prisma.TransactionClient, actor: Actor, job: Job): Promise<JobStarted> {
  const { mediaId, requestedLang } = job
  const entry = await saveEntry(tx, { userId: actor.userId, mediaId, requestedLang }, { jobId: job.id })
  await tx.jobCaller.upsert({
    where: { jobId_userId: { jobId: job.id, userId: actor.userId } },
    create: { jobId: job.id, userId: actor.userId, entryId: entry.id },
    update: { leftAt: null, error: Prisma.DbNull },
  })
  if (job.durationMs !== null) await reserveForCaller(tx, actor, job, job.durationMs)
  return { job_id: job.id, status: job.status === 'queued' ? 'queued' : 'in_progress' }
}

/**
 * Starts speech-to-text on a recording, or joins the job that does it already: the job, its event, the caller's place in
 * it, the line of history and the reserved seconds come in one transaction. Throws `allowance_exceeded`.
 */
export async function startJob(actor: Actor, request: JobRequest): Promise<JobStarted | Needless> {
  for (;;) {
    const outcome = await db().$transaction(async (tx) => {
      const job = await joinOrCreate(tx, request)
      return job && 'id' in job ? takePlace(tx, actor, job) : job
    })
    if (outcome) return outcome
  }
}
