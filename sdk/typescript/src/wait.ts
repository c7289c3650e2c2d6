import type { Call, CallOptions } from './call.js'
import { JobError, VerbatimError } from './error.js'
import { pause } from './pause.js'
import type { Batch, GetJobQuery, ImportBatchOut, Job, Transcript } from './schema.js'

/** A server that restarts is waited for so long. */
const MAX_ABSENCE_MS = 120_000
const AWAY_PAUSE_SECONDS = 2
const BATCH_PAUSE_SECONDS = 3

/** Reads something until it has ended. A server that is away for a moment continues with the work when it is back. */
async function readUntil<T>(
  read: () => Promise<T>,
  secondsUntilNext: (state: T) => number | null,
  signal?: AbortSignal,
): Promise<T> {
  let lastSeenMs = Date.now()
  for (;;) {
    let seconds = AWAY_PAUSE_SECONDS
    try {
      const state = await read()
      lastSeenMs = Date.now()
      const next = secondsUntilNext(state)
      if (next === null) return state
      seconds = next
    } catch (error) {
      const isAway = error instanceof VerbatimError && error.retryable
      if (!isAway || Date.now() - lastSeenMs > MAX_ABSENCE_MS) throw error
      seconds = Math.max(AWAY_PAUSE_SECONDS, error.retryAfter ?? 0)
    }
    await pause(seconds, signal)
  }
}

/** Waits until a job has ended, and returns its transcript. Throws `JobError` for one that has failed. */
export async function waitForJob(
  call: Call,
  jobId: string,
  {
    query = {},
    onProgress,
    signal,
  }: { query?: GetJobQuery | undefined; onProgress?: ((job: Job) => void) | undefined } & CallOptions,
): Promise<Transcript> {
  const read = async () => {
    const job = await call('getJob', { params: { job_id: jobId }, query }, { signal })
    onProgress?.(job)
    return job
  }
  const hasEnded = ({ status }: Job) => status === 'done' || status === 'error'
  const job = await readUntil(read, (state) => (hasEnded(state) ? null : state.poll_after_seconds), signal)
  if (job.transcript) return job.transcript
  throw new JobError(jobId, job.error ?? noTranscript(job))
}

function noTranscript({ job_id }: Job) {
  const detail = `Job ${job_id} has no transcript.`
  const nothing = { retryable: false, retry_after: null, request_id: null, context: {} }
  return { type: 'about:blank', title: 'No transcript', status: 500, code: 'internal_error', detail, ...nothing }
}

export type WaitOptions<T> = { onProgress?: ((batch: T) => void) | undefined; signal?: AbortSignal | undefined }

/** Waits until a batch or an import has ended. */
export async function waitForBatch<T extends Batch | ImportBatchOut>(
  read: () => Promise<T>,
  { onProgress, signal }: WaitOptions<T>,
): Promise<T> {
  const isRunning = ({ status }: T) => status === 'queued' || status === 'in_progress'
  const readAndTell = async () => {
    const batch = await read()
    onProgress?.(batch)
    return batch
  }
  return readUntil(readAndTell, (batch) => (isRunning(batch) ? BATCH_PAUSE_SECONDS : null), signal)
}
