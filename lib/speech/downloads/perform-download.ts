import { startDeadline } from '@/lib/core/concurrency/start-deadline'
import { db } from '@/lib/core/db/db'
import { Prisma } from '@/lib/core/generated/prisma/client'
import { DownloadStatus } from '@/lib/core/generated/prisma/enums'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { toProblem, toProblemJson } from '@/lib/core/problem/problem-body'
import { isPassing } from '@/lib/speech/models/fetch-file'
import { fetchModel } from '@/lib/speech/models/get-model'
import { findModel, modelFolder } from '@/lib/speech/models/manifest'
import { receivedBytes } from '@/lib/speech/models/model-state'
import { type DownloadRun, finishRun, renewRun, updateRun } from './download-run'
import { machineId } from './machine-id'

/**
 * The result of an attempt. `over`: nothing is left for this run. `elsewhere`: the model is for another machine's disk.
 */
export type DownloadOutcome = 'over' | 'elsewhere' | { againSeconds: number }

/** Seconds between attempts that brought nothing; after the last one the download has failed until it is resumed. */
const WAITS = [5, 15, 60, 300, 300, 600]
const LONGEST_WAIT = 15 * 60
/** Another program, as `npm run models`, is at work on the same model. */
const BUSY_AGAIN_SECONDS = 2
/** An Inngest server waits for two hours at most. */
const LIMIT_MS = 100 * 60_000
const BEAT_MS = 500

/** The abort reason when a download was paused, cancelled or begun anew. */
class DownloadLeft extends Error {
  override readonly name = 'DownloadLeft'
}

/** Reports growth twice a second while bytes come, and aborts `left` when the run is no longer the one that works. */
function startBeats(run: DownloadRun, left: AbortController): { stop: () => Promise<void> } {
  let beating: Promise<void> | null = null
  const once = async () => {
    try {
      if (!(await renewRun(run)))
        left.abort(new DownloadLeft(`the download of ${run.name} goes on elsewhere, or not at all`))
    } catch (error) {
      log.debug('the progress of a model download could not be reported', { model: run.name, error })
    } finally {
      beating = null
    }
  }
  const timer = setInterval(() => {
    beating ??= once()
  }, BEAT_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await beating
    },
  }
}

async function fetchWhileWanted(run: DownloadRun, stopped: AbortSignal): Promise<void> {
  const left = new AbortController()
  const deadline = startDeadline({ signals: [left.signal, stopped], timeoutMs: LIMIT_MS })
  const beats = startBeats(run, left)
  try {
    await fetchModel(findModel(run.name), modelFolder(run.name), { signal: deadline.signal })
  } finally {
    deadline.stop()
    await beats.stop()
  }
}

/** Seconds until the next attempt; null: this failure is permanent. */
function waitFor(problem: Problem, failures: number): number | null {
  const wait = isPassing(problem) ? WAITS[failures - 1] : undefined
  if (wait === undefined) return null
  return Math.min(LONGEST_WAIT, Math.max(wait, problem.code === 'upstream_blocked' ? serverDelay(problem) : 0))
}

/** The Retry-After of the server, where it sent one: the problem's own default is meant for people. */
function serverDelay({ retryAfterSeconds }: Problem): number {
  const usual = new Problem('upstream_blocked').retryAfterSeconds
  return retryAfterSeconds === usual ? 0 : (retryAfterSeconds ?? 0)
}

/** Records a failure: the next attempt is automatic, or follows when the download is resumed. */
async function noteFailure(run: DownloadRun, problem: Problem, failures: number): Promise<DownloadOutcome> {
  const error = toProblemJson(problem)
  const againSeconds = waitFor(problem, failures)
  if (againSeconds === null) {
    log.warn('a model could not be downloaded', { model: run.name, code: problem.code, reason: problem.message })
    await updateRun(run, { status: 'error', error, failures, retryAt: null })
    return 'over'
  }
  const retryAt = new Date(Date.now() + againSeconds * 1000)
  const isOpen = await updateRun(run, { error, failures, retryAt }, againSeconds)
  return isOpen ? { againSeconds } : 'over'
}

/**
 * Downloads a model to this machine for a run of the durable function, until it is whole and checked, has failed, or
 * was paused or cancelled. What is on the disk already is kept and continued. `stopped` ends it at shutdown, with its
 * reason.
 */
export async function performDownload(run: DownloadRun, stopped: AbortSignal): Promise<DownloadOutcome> {
  if (run.machineId !== (await machineId())) return 'elsewhere'
  const { machineId: machine, name } = run
  const row = await db().modelDownload.findUnique({ where: { machineId_name: { machineId: machine, name } } })
  if (!row) return 'over'
  let before = 0
  try {
    const model = findModel(run.name)
    const folder = modelFolder(run.name)
    before = await receivedBytes(model, folder)
    const begun = { status: DownloadStatus.in_progress, startedAt: new Date(), startedBytes: before, retryAt: null }
    if (!(await updateRun(run, { ...begun, error: Prisma.DbNull }))) return 'over'
    await fetchWhileWanted(run, stopped)
    await finishRun(run)
    return 'over'
  } catch (error) {
    stopped.throwIfAborted()
    if (error instanceof DownloadLeft) return 'over'
    // The time limit of one call has passed.
    if (error instanceof DOMException && error.name === 'TimeoutError') return { againSeconds: 0 }
    const problem = toProblem(error)
    if (problem.code === 'service_unavailable') {
      const isOpen = await updateRun(run, { error: toProblemJson(problem) })
      return isOpen ? { againSeconds: BUSY_AGAIN_SECONDS } : 'over'
    }
    if (problem.code === 'internal_error') log.error('a model download failed unexpectedly', { model: run.name, error })
    const has = await receivedBytes(findModel(run.name), modelFolder(run.name)).catch(() => before)
    return noteFailure(run, problem, has > before ? 1 : row.failures + 1)
  }
}
