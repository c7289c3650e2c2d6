import type { EpisodeDescription } from '@/lib/archive/library-items/describe-library-item'
import { saveLibraryItem } from '@/lib/archive/library-items/save-library-item'
import { findTextFor } from '@/lib/archive/transcripts/find-stored-text'
import type { Actor } from '@/lib/core/actor'
import { withFairSlot } from '@/lib/core/concurrency/with-fair-slot'
import { db, lockUser } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import { type Job, type Media, Prisma } from '@/lib/core/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { beginWork } from '@/lib/durable/work'
import type { SpokenLanguage } from '@/lib/speech/identify-language'
import type { JobStarted } from './contract'
import { JOB_WORK } from './events'
import { lockRunningJob } from './job-table'
import { reserveForCaller } from './reserve-for-caller'

type JobRequest = {
  media: Media
  /** The link to open; null for an upload. */
  openUrl: string | null
  requestedLang: string
  /** The language given to the engine; null: it detects the language. */
  langHint: string | null
  /** The language that the source gives for what is spoken, or the one of an earlier text. */
  sourceLang?: string | null
  /** The languages that were heard before: the job does not listen again, and `langHint` is the one that is spoken. */
  langEvidence?: SpokenLanguage
  /** No other language is accepted. */
  strict: boolean
  /** The source has just reported that it has no captions. */
  captionless: boolean
  /** If known: its seconds are reserved immediately. */
  durationMs: number | null
  /** Otherwise the length by a feed: these seconds are reserved for this caller only. */
  claimedDurationMs?: number | null
  /** The description of the feed by which the caller came. */
  description?: EpisodeDescription | null
  /** A partial transcript is accepted, as far as the caller's allowance reaches. */
  allowPartial: boolean
  /** Speakers have to be distinguished. */
  diarize?: boolean
  /** The caller is shown none, also not those that captions name. */
  withoutSpeakers?: boolean
  /** The subject of the recording, and words that may occur in it. */
  words?: { prompt: string | null; keywords: string[] }
  /** A stored transcript that is to be replaced or continued. Any other stored transcript makes the job needless. */
  replaces: string | null
  /** The end of the stored transcript that is continued; 0: the job starts at the beginning. */
  fromMs: number
  /**
   * The request is from an import: cancelling the import leaves the job, unless the caller has also requested it
   * directly.
   */
  forImport: boolean
  /** A whole text of the caller's is made again by a better engine: nothing is reserved or charged. */
  isFree?: boolean
}

/** The transcript that made a job needless: it was stored in the meantime. */
type Needless = { storedId: string }

/**
 * The work that a request needs. Where the source has no captions to choose from, it is the same for all languages for
 * which the engine gets the same hint; in an upload, which belongs to one user, the engine detects the language itself.
 */
async function findWork(tx: Prisma.TransactionClient, request: JobRequest): Promise<string> {
  const { media, requestedLang, langHint, captionless } = request
  // A file at a link may still turn out to carry captions.
  if (!captionless || media.platform === 'podcast') return `${media.id}:${requestedLang}`
  const speech = `${media.id}:speech:`
  if (media.ownerId === null) return `${speech}${langHint ?? 'auto'}`
  const running = await tx.job.findMany({ where: { runningKey: { startsWith: speech } }, select: { runningKey: true } })
  const hints = running.flatMap(({ runningKey }) => runningKey?.slice(speech.length).split(':', 1)[0] ?? [])
  const joined = langHint === null ? hints[0] : hints.find((hint) => hint === 'auto' || hint === langHint)
  return `${speech}${joined ?? langHint ?? 'auto'}`
}

/**
 * The key that is unique while a job runs. A job that is shortened to an allowance is not shared with a caller who
 * wants the whole recording.
 */
async function findRunningKey(tx: Prisma.TransactionClient, request: JobRequest): Promise<string> {
  const { strict, allowPartial } = request
  const key = `${await findWork(tx, request)}${strict ? ':strict' : ''}`
  const shorter = allowPartial ? 0 : await tx.job.count({ where: { runningKey: key, untilMs: { not: null } } })
  return shorter > 0 ? `${key}:whole` : key
}

/** The running job under a key, locked. It detects speakers as soon as one of its callers requests them. */
async function joinRunning(tx: Prisma.TransactionClient, runningKey: string, diarize: boolean): Promise<Job | null> {
  const job = await lockRunningJob(tx, runningKey)
  if (!job || !diarize || job.diarize) return job
  return tx.job.update({ where: { id: job.id }, data: { diarize } })
}

/** Each job that a user waits for already puts the next one so far behind those of others. */
const BEHIND_SECONDS = 10

/** The running job of a request, locked; or a new one with its event; null when the existing one has just ended. */
async function joinOrCreate(
  tx: Prisma.TransactionClient,
  userId: string,
  request: JobRequest,
): Promise<Job | Needless | null> {
  const { media, openUrl, requestedLang, langHint, sourceLang = null, langEvidence, strict } = request
  const { captionless, durationMs, fromMs, diarize = false } = request
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
        sourceLang,
        ...(langEvidence && { langEvidence }),
        strictLang: strict,
        captionless,
        diarize,
        durationMs,
        fromMs,
        runningKey,
      },
    ],
    skipDuplicates: true,
  })
  if (!created) return joinRunning(tx, runningKey, diarize)
  const stored = await findTextFor(media, requestedLang, tx)
  if (stored?.complete && stored.id !== request.replaces) {
    await tx.job.delete({ where: { id } })
    return { storedId: stored.id }
  }
  const priority = -BEHIND_SECONDS * (await tx.jobCaller.count({ where: openJobsOf(userId) }))
  await beginWork(tx, JOB_WORK, id, { jobId: id, userId, priority })
  return created
}

async function joinJob(
  tx: Prisma.TransactionClient,
  actor: Actor,
  job: Job,
  {
    requestedLang,
    langHint,
    allowPartial,
    forImport,
    isFree = false,
    withoutSpeakers = false,
    claimedDurationMs,
    description,
    words,
  }: JobRequest,
): Promise<JobStarted> {
  const { mediaId } = job
  const asked = { requestedLang, langSpecified: langHint !== null && requestedLang !== 'auto' }
  await checkRunningJobs(tx, actor.userId, job.id)
  const key = { userId: actor.userId, mediaId, requestedLang }
  const libraryItem = await saveLibraryItem(tx, key, { jobId: job.id }, description)
  const caller = { jobId: job.id, userId: actor.userId }
  // A caller who had left joins anew; for one who is there, a direct request stays direct.
  if (forImport) await tx.jobCaller.updateMany({ where: { ...caller, leftAt: { not: null } }, data: { forImport } })
  const joined = await tx.jobCaller.upsert({
    where: { jobId_userId: caller },
    create: {
      ...caller,
      ...asked,
      libraryItemId: libraryItem.id,
      allowPartial,
      forImport,
      isFree,
      withoutSpeakers,
      ...words,
    },
    update: {
      ...asked,
      libraryItemId: libraryItem.id,
      leftAt: null,
      error: Prisma.DbNull,
      allowPartial,
      withoutSpeakers,
      ...(forImport ? {} : { forImport }),
    },
  })
  const { userId, tier } = actor
  const durationMs = job.durationMs ?? claimedDurationMs ?? null
  const spender = { userId, tier, allowPartial, isFree: joined.isFree }
  if (durationMs !== null) await reserveForCaller(tx, spender, job, durationMs)
  return { job_id: job.id, status: job.status === 'queued' ? 'queued' : 'in_progress' }
}

/**
 * Starts speech-to-text on a recording, or joins the job that is already running: the job, its event, its caller, the
 * library item and the reserved seconds are written in one transaction. Throws `allowance_exceeded` and
 * `too_many_jobs`.
 */
export async function startJob(actor: Actor, request: JobRequest): Promise<JobStarted | Needless> {
  const { userId } = actor
  const start = () =>
    db().$transaction(async (tx) => {
      const job = await joinOrCreate(tx, userId, request)
      return job && 'id' in job ? joinJob(tx, actor, job, request) : job
    })
  // From here on the job is started even if the caller disconnects.
  const { signal } = new AbortController()
  for (;;) {
    const outcome = await withFairSlot({ name: `jobs begun by ${userId}`, slots: 1 }, userId, signal, start)
    if (outcome) return outcome
  }
}

const openJobsOf = (userId: string) => ({ userId, leftAt: null, job: { finishedAt: null } })

/**
 * Checks that a user may have one more running job. Concurrent calls of one user are serialised until their
 * transactions end. A job that the user has already joined counts once. Throws `too_many_jobs`.
 */
async function checkRunningJobs(tx: Prisma.TransactionClient, userId: string, jobId: string): Promise<void> {
  await lockUser(tx, userId)
  const running = await tx.jobCaller.count({
    where: { ...openJobsOf(userId), jobId: { not: jobId } },
  })
  const limit = env().JOBS_PER_USER
  if (running >= limit) throw new Problem('too_many_jobs', { context: { running, limit } })
}
