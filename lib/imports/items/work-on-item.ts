import { setTimeout as delay } from 'node:timers/promises'
import type { Actor } from '@/lib/core/actor'
import { singleton } from '@/lib/core/concurrency/singleton'
import { db } from '@/lib/core/db/db'
import type { ImportBatch, Prisma } from '@/lib/core/generated/prisma/client'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { toProblem, toProblemJson } from '@/lib/core/problem/problem-body'
import { problemSchema } from '@/lib/core/problem/problem-schema'
import { isProblemCode } from '@/lib/core/problem/problem-table'
import { discardJobFiles } from '@/lib/jobs/audio/job-files'
import { retryDelaySeconds } from '@/lib/jobs/retry-delay'
import { awaitJob } from '@/lib/jobs/watch/watch-job'
import { refusesServer } from '@/lib/sources/extractors/extractor-failures'
import { obtainForImport } from '@/lib/transcripts/obtain-for-import'
import { remainingSeconds } from '@/lib/usage/remaining-seconds'
import { importChoiceSchema } from '../contract'
import { leaveImportJobs } from '../leave-import-jobs'
import { identify } from '../source/find-import-source'
import { findKnownRecordings, lastErrors } from './item-table'
import type { OpenItem } from './open-item'
import { type ItemOutcome, recordItemOutcome } from './record-item-outcome'
import { renewAddress } from './renew-address'

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
async function findKnown({ batch }: RunningImport, { videoId, episode }: OpenItem): Promise<ItemOutcome | null> {
  if (videoId === null) return null
  const recording = { videoId, accessKey: episode ? identify(episode.audioUrl).accessKey : '' }
  const libraryItemId = (await findKnownRecordings(db(), batch, [recording]))(recording)
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

function sourceOf({ episode, field, audioUrl }: OpenItem) {
  if (episode) return { episode }
  return field ? { source: { field, value: audioUrl } } : { link: audioUrl }
}

/** The least time between two episodes from one host. */
const GAP_MS = 100
/** The most hosts that are remembered: the wait for older ones has ended. */
const MAX_HOSTS = 1000

/** Waits until the next episode may be requested from a host, so that concurrent requests are spread out. */
async function waitForHost(host: string, signal: AbortSignal): Promise<void> {
  const nextStarts = singleton('import-hosts', () => new Map<string, number>())
  const now = performance.now()
  const turn = Math.max(now, nextStarts.get(host) ?? 0)
  nextStarts.delete(host)
  nextStarts.set(host, turn + GAP_MS)
  const [oldest] = nextStarts.keys()
  if (nextStarts.size > MAX_HOSTS && oldest !== undefined) nextStarts.delete(oldest)
  if (turn > now) await delay(turn - now, undefined, { signal })
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

/** After how many failed episodes in a row, each retried, a host is abandoned. */
const IN_A_ROW = 3

/** Whether a problem means that a host is unavailable, and not just one recording. */
const isAway = (problem: Pick<Problem, 'context'> & { code: string }) =>
  problem.code === 'upstream_timeout' || problem.code === 'upstream_failed' || refusesServer(problem)

/**
 * Fails the remaining episodes of an import on a host that is unavailable, when its last episodes have all failed so.
 * Episodes elsewhere continue, and the next import tries these again.
 */
export async function abandonHost(batchId: string, host: string, problem: Problem): Promise<void> {
  if (!isAway(problem)) return
  const last = await lastErrors(batchId, host, IN_A_ROW)
  if (last.filter((error) => error !== null && isAway(error)).length < IN_A_ROW) return
  const { count } = await db().importItem.updateMany({
    where: { batchId, host, state: 'queued' },
    data: { state: 'failed', error: toProblemJson(problem), finishedAt: new Date() },
  })
  log.info('an import abandoned a server after repeated failures', {
    batch_id: batchId,
    host,
    items: count,
    code: problem.code,
  })
}

async function recordOutcome(running: RunningImport, item: OpenItem, outcome: ItemOutcome): Promise<void> {
  const { batch, owner } = running
  await recordItemOutcome(db(), { batchId: batch.id, position: item.position }, outcome)
  if (outcome.state === 'failed') await abandonHost(batch.id, item.host, outcome.problem)
  // The lengths of a batch are not known, and what its user has already costs nothing.
  if (batch.kind === 'batch' || outcome.state !== 'skipped') return
  if (outcome.reason === 'allowance_exceeded') await skipUnaffordable(batch.id, owner)
}

/** Renews an expired address, as `renewAddress` does. A feed that can't be read now leaves the item with its problem. */
async function renewed(
  { batch }: RunningImport,
  item: OpenItem,
  problem: Problem,
  signal: AbortSignal,
): Promise<Problem | null> {
  try {
    return await renewAddress(batch.id, item, problem, signal)
  } catch (error) {
    // The round has ended: the next one comes to the item again.
    if (signal.aborted) return null
    if (!(error instanceof Problem)) throw error
    log.info('the feed of an episode could not be read again', { batch_id: batch.id, code: error.code })
    return problem
  }
}

/** The outcome of a failed item, unless a new address helps; null where it has one, or the round has ended. */
async function outcomeOfFailure(
  running: RunningImport,
  item: OpenItem,
  { problem }: Extract<ItemOutcome, { state: 'failed' }>,
  signal: AbortSignal,
): Promise<ItemOutcome | null> {
  const left = await renewed(running, item, problem, signal)
  return left && { state: 'failed', problem: left }
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
    const ended = known ?? (await work())
    const outcome = ended?.state === 'failed' ? await outcomeOfFailure(running, item, ended, signal) : ended
    if (outcome) await recordOutcome(running, item, outcome)
  } catch (error) {
    if (signal.aborted) return
    const problem = await renewed(running, item, toProblem(error), signal)
    if (!problem || (await putBack(running, item, problem))) return
    await recordOutcome(running, item, outcomeOf(problem))
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
