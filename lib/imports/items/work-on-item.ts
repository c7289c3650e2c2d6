import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type { ImportBatch, Prisma } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import { toProblem } from '@/lib/core/problem/problem-body'
import { problemSchema } from '@/lib/core/problem/problem-schema'
import { isProblemCode } from '@/lib/core/problem/problem-table'
import { discardJobFiles } from '@/lib/jobs/audio/job-files'
import { retryDelaySeconds } from '@/lib/jobs/retry-delay'
import { awaitJob } from '@/lib/jobs/watch/await-job'
import { obtainForImport } from '@/lib/transcripts/obtain-for-import'
import { remainingSeconds } from '@/lib/usage/remaining-seconds'
import { importChoiceSchema } from '../contract'
import { leaveImportJobs } from '../leave-import-jobs'
import { abandonHost } from './abandon-host'
import { findKnownRecordings } from './item-table'
import type { OpenItem } from './open-item'
import { type ItemOutcome, recordItemOutcome } from './record-item-outcome'
import { waitForHost } from './wait-for-host'

/** An import with its user. */
export type RunningImport = { batch: ImportBatch; owner: Actor }

/** An import waits while so many of the user's jobs run. */
const CROWDED_SECONDS = 30

/** The problem that ended a job. */
function storedProblem(stored: unknown): Problem {
  const { code, detail, context } = problemSchema.parse(stored)
  return new Problem(isProblemCode(code) ? code : 'transcriber_failed', { detail, context })
}

function outcomeOf(problem: Problem): ItemOutcome {
  const { code } = problem
  if (code === 'allowance_exceeded' || code === 'cancelled') return { state: 'skipped', reason: code }
  return { state: 'failed', problem }
}

/** Waits for the job of an episode; null when the wait is aborted first. */
async function awaitOutcome({ batch }: RunningImport, jobId: string, signal: AbortSignal): Promise<ItemOutcome | null> {
  const job = await awaitJob(jobId, batch.userId, signal)
  if (job === null) return null
  if (job.leftAt !== null) return outcomeOf(storedProblem(job.reasonForLeaving))
  return job.status === 'done'
    ? { state: 'done', libraryItemId: job.libraryItemId }
    : outcomeOf(storedProblem(job.error))
}

/** The user may have obtained the episode since it was listed. An item of a batch is done then, by its own request. */
async function findKnown({ batch }: RunningImport, { videoId }: OpenItem): Promise<ItemOutcome | null> {
  if (videoId === null) return null
  const libraryItemId = (await findKnownRecordings(db(), batch, [videoId])).get(videoId)
  return libraryItemId ? { state: 'skipped', reason: 'already_transcribed', libraryItemId } : null
}

/** The hosts of an item: publishers' transcripts are often on another host. */
function hostsOf({ host, episode }: OpenItem): Set<string> {
  const transcript = episode?.transcripts[0]
  return new Set([host, ...(transcript ? [new URL(transcript.url).hostname] : [])])
}

/**
 * Stores the job of an episode. The job of an import that was cancelled in the meantime is left: returns false then.
 */
async function saveJob({ batch }: RunningImport, { position }: OpenItem, jobId: string): Promise<boolean> {
  const { id: batchId, userId } = batch
  const where: Prisma.ImportItemWhereInput = { batchId, position, state: 'in_progress' }
  const { count } = await db().importItem.updateMany({ where, data: { jobId } })
  if (count > 0) return true
  const ended = await db().$transaction((tx) => leaveImportJobs(tx, userId, [jobId]))
  for (const id of ended) await discardJobFiles(id)
  return false
}

/** The source by which an item is requested. */
function sourceOf({ episode, field, audioUrl }: OpenItem) {
  if (episode) return { episode }
  return field ? { source: { field, value: audioUrl } } : { link: audioUrl }
}

async function obtain(running: RunningImport, item: OpenItem, signal: AbortSignal): Promise<ItemOutcome | null> {
  const { batch, owner } = running
  const { field, lang, failures } = item
  const onlyWithCaptions = importChoiceSchema.nullable().parse(batch.choice)?.only_with_captions ?? false
  for (const host of hostsOf(item)) await waitForHost(host, signal)
  const wanted = { lang: field ? lang : batch.lang, strict: batch.strictLang, allowPartial: batch.allowPartial }
  const asked = { ...sourceOf(item), ...wanted, failures, onlyWithCaptions }
  const obtained = await obtainForImport(owner, asked, signal)
  if (obtained === null) return { state: 'skipped', reason: 'no_captions' }
  if (obtained.kind === 'transcript') return { state: 'done', libraryItemId: obtained.transcript.id }
  const jobId = obtained.job.job_id
  return (await saveJob(running, item, jobId)) ? awaitOutcome(running, jobId, signal) : null
}

/** Queues an episode again when a retry may help; returns whether it did. */
async function putBack({ batch }: RunningImport, item: OpenItem, problem: Problem): Promise<boolean> {
  const crowded = problem.code === 'too_many_jobs'
  // Here it means that no engine is set up, which waiting does not fix.
  const retryable = problem.code !== 'transcriber_unavailable'
  const seconds = crowded ? CROWDED_SECONDS : retryable ? retryDelaySeconds(problem, item.failures) : null
  if (seconds === null) return false
  await db().importItem.updateMany({
    where: { batchId: batch.id, position: item.position, state: 'in_progress' },
    data: {
      state: 'queued',
      dueAt: new Date(Date.now() + seconds * 1000),
      failures: item.failures + (crowded ? 0 : 1),
    },
  })
  return true
}

async function recordOutcome(running: RunningImport, item: OpenItem, outcome: ItemOutcome): Promise<void> {
  const { batch, owner } = running
  await recordItemOutcome(db(), { batchId: batch.id, position: item.position }, outcome)
  if (outcome.state === 'failed') await abandonHost(batch.id, item.host, outcome.problem)
  // The lengths of a batch are not known, and what its user has already costs nothing.
  if (batch.kind === 'batch' || outcome.state !== 'skipped') return
  if (outcome.reason === 'allowance_exceeded') await skipUnaffordable(batch.id, owner)
}

/**
 * Works on a running episode until it has an outcome, is queued again, or `signal` ends the round: then the next round
 * continues it. `fresh`: it was begun just now.
 */
export async function workOnItem(
  running: RunningImport,
  item: OpenItem,
  { fresh, signal }: { fresh: boolean; signal: AbortSignal },
): Promise<void> {
  try {
    const known = fresh ? await findKnown(running, item) : null
    const work = () => (item.jobId ? awaitOutcome(running, item.jobId, signal) : obtain(running, item, signal))
    const outcome = known ?? (await work())
    if (outcome) await recordOutcome(running, item, outcome)
  } catch (error) {
    if (signal.aborted) return
    const problem = toProblem(error)
    if (!(await putBack(running, item, problem))) await recordOutcome(running, item, outcomeOf(problem))
  }
}

/**
 * Skips the remaining episodes of an import that the allowance can't cover, once one has exceeded it: those longer
 * than what is left, and those of unknown length.
 */
async function skipUnaffordable(batchId: string, owner: Actor): Promise<void> {
  const left = await remainingSeconds(db(), owner)
  const tooLong = [{ durationMs: null }, { durationMs: { gt: left.remainingSeconds * 1000 } }]
  await db().importItem.updateMany({
    where: { batchId, state: 'queued', OR: tooLong },
    data: { state: 'skipped', reason: 'allowance_exceeded', finishedAt: new Date() },
  })
}
