import type { EpisodeDescription } from '@/lib/archive/describe-entry'
import { findTextFor } from '@/lib/archive/find-text'
import { saveLibraryItem } from '@/lib/archive/save-entry'
import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { emit } from '@/lib/platform/events'
import { type Job, type Media, Prisma } from '@/lib/platform/generated/prisma/client'
import { newId } from '@/lib/platform/ids'
import { withFairSlot } from '@/lib/platform/take-turns'
import { checkRunningJobs } from './check-running-jobs'
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
  /** Else how long a feed says it is: so many seconds are reserved for this caller, and for nobody else. */
  claimedDurationMs?: number | null
  /** What the feed said by which the caller came. */
  description?: EpisodeDescription | null
  /** A part will do, as far as the caller's allowance reaches. */
  allowPartial: boolean
  /** A stored transcript that is to be made anew, or gone on with. Any other that is there makes the job needless. */
  replaces: string | null
  /** Where in the recording the stored transcript ends that is gone on with; 0: the beginning. */
  fromMs: number
  /** An import asks: when it is cancelled, the job is left, unless the caller has asked for it otherwise too. */
  forImport: boolean
}

/** What a job made needless: the transcript was stored in the meantime. */
export type Needless = { storedId: string }

/**
 * The work that a request asks for. Where the source has no captions to choose from, it is the same for all languages that
 * the engine is told alike; in an upload, which is one user's alone, it finds out by itself what others of the requests say.
 */
async function findWork(tx: Prisma.TransactionClient, request: JobRequest): Promise<string> {
  const { media, requestedLang, langHint, captionless } = request
  // A file at a link may turn out to carry captions yet.
  if (!captionless || media.platform === 'podcast') return `${media.id}:${requestedLang}`
  const speech = `${media.id}:speech:`
  if (media.ownerId === null) return `${speech}${langHint ?? 'auto'}`
  const running = await tx.job.findMany({ where: { runningKey: { startsWith: speech } }, select: { runningKey: true } })
  const hints = running.flatMap(({ runningKey }) => runningKey?.slice(speech.length).split(':', 1)[0] ?? [])
  const joined = langHint === null ? hints[0] : hints.find((hint) => hint === 'auto' || hint === langHint)
  return `${speech}${joined ?? langHint ?? 'auto'}`
}

/**
 * What is unique while a job runs. One that ends before the recording does, because nobody's allowance reaches further, is
 * not for someone who wants the whole.
 */
async function findRunningKey(tx: Prisma.TransactionClient, request: JobRequest): Promise<string> {
  const { strict, allowPartial } = request
  const key = `${await findWork(tx, request)}${strict ? ':strict' : ''}`
  const shorter = allowPartial ? 0 : await tx.job.count({ where: { runningKey: key, untilMs: { not: null } } })
  return shorter > 0 ? `${key}:whole` : key
}

/** The running job of a request, locked; or a new one with its event; null when the one there has just ended. */
async function joinOrCreate(tx: Prisma.TransactionClient, request: JobRequest): Promise<Job | Needless | null> {
  const { media, openUrl, requestedLang, langHint, strict, captionless, durationMs, fromMs } = request
  const runningKey = await findRunningKey(tx, request)
  const id = newId()
  const [created] = await tx.job.createManyAndReturn({
    data: [
      {
        id,
        mediaId: media.id,
        openUrl,
        requestedLang,
        langHint,
        langSpecified: langHint !== null,
        strictLang: strict,
        captionless,
        durationMs,
        fromMs,
        runningKey,
      },
    ],
    skipDuplicates: true,
  })
  if (!created) return lockRunningJob(tx, runningKey)
  const stored = await findTextFor(media, requestedLang, tx)
  if (stored?.complete && stored.id !== request.replaces) {
    await tx.job.delete({ where: { id } })
    return { storedId: stored.id }
  }
  await emit(tx, { name: JOB_REQUESTED, data: { jobId: id }, id })
  return created
}

async function joinJob(
  tx: Prisma.TransactionClient,
  actor: Actor,
  job: Job,
  { requestedLang, langHint, allowPartial, forImport, claimedDurationMs, description }: JobRequest,
): Promise<JobStarted> {
  const { mediaId } = job
  const asked = { requestedLang, langSpecified: langHint !== null }
  await checkRunningJobs(tx, actor.userId, job.id)
  const key = { userId: actor.userId, mediaId, requestedLang }
  const libraryItem = await saveLibraryItem(tx, key, { jobId: job.id }, description)
  const caller = { jobId: job.id, userId: actor.userId }
  // Whoever comes back begins anew; of who is there, a single call stays one.
  if (forImport) await tx.jobCaller.updateMany({ where: { ...caller, leftAt: { not: null } }, data: { forImport } })
  await tx.jobCaller.upsert({
    where: { jobId_userId: caller },
    create: { ...caller, ...asked, libraryItemId: libraryItem.id, allowPartial, forImport },
    update: {
      ...asked,
      libraryItemId: libraryItem.id,
      leftAt: null,
      error: Prisma.DbNull,
      allowPartial,
      ...(forImport ? {} : { forImport }),
    },
  })
  const { userId, tier } = actor
  const durationMs = job.durationMs ?? claimedDurationMs ?? null
  if (durationMs !== null) await reserveForCaller(tx, { userId, tier, allowPartial }, job, durationMs)
  return { job_id: job.id, status: job.status === 'queued' ? 'queued' : 'in_progress' }
}

/**
 * Starts speech-to-text on a recording, or joins the job that does it already: the job, its event, the caller's place in
 * it, the line of history and the reserved seconds come in one transaction. Calls of one user, who would wait for each other
 * in the database, take turns before it: else they would hold every connection there is. Throws `allowance_exceeded` and
 * `too_many_jobs`.
 */
export async function startJob(actor: Actor, request: JobRequest): Promise<JobStarted | Needless> {
  const { userId } = actor
  const start = () =>
    db().$transaction(async (tx) => {
      const job = await joinOrCreate(tx, request)
      return job && 'id' in job ? joinJob(tx, actor, job, request) : job
    })
  // A call that has come so far is not given up.
  const { signal } = new AbortController()
  for (;;) {
    const outcome = await withFairSlot({ name: `jobs begun by ${userId}`, slots: 1 }, userId, signal, start)
    if (outcome) return outcome
  }
}
