import { packSegments } from '@/lib/archive/transcripts/stored-segments'
import { db } from '@/lib/core/db/db'
import type { Chunk } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import type { ChunkTranscript, RecordingEngine, RemoteState } from '@/lib/speech/engine'
import { tidySegments } from '@/lib/speech/segments/tidy-segments'
import { estimateByEngine } from '../chunks/chunk-table'
import { loadRunningJob, reportProgress } from '../job-table'
import { PREPARED, TRANSCRIBED } from '../progress'
import { retryDelaySeconds } from '../retry-delay'
import { reportWait } from '../wait-table'
import { publicAddress } from './public-address'
import { requireRecordingEngine } from './submit-recording'

/** The state of a recording at a remote engine. `again`: it has to be sent again, after so many seconds. */
export type RecordingPoll = { status: 'running' | 'done' | 'again'; waitSeconds: number }

type Options = {
  /** How long ago it was sent. */
  waitedSeconds: number
  /** How many times it was sent before and failed. */
  failuresBefore: number
  /** The audio itself was sent, even if its URL would have done. */
  asFile: boolean
  signal: AbortSignal
}

/** About how long a remote engine takes for each second of audio, and in addition. */
const PACE = 0.1
const OVERHEAD_SECONDS = 20

/**
 * Updates the progress of a recording at an engine, which reports none: by what the engine took for other recordings, else ever more
 * slowly and without the time left.
 */
async function reportWaited(waitedSeconds: number, { jobId, startMs, endMs }: Chunk, engine: RecordingEngine) {
  const expected = await estimateByEngine(engine, endMs - startMs)
  const guessed = OVERHEAD_SECONDS + (PACE * (endMs - startMs)) / 1000
  const share = expected === null ? 1 - Math.exp(-waitedSeconds / guessed) : Math.min(1, waitedSeconds / expected)
  const left = expected === null || expected <= waitedSeconds ? null : expected - waitedSeconds
  await reportProgress(db(), jobId, 'transcribing', PREPARED + (TRANSCRIBED - PREPARED) * share, left)
}

/** Why and when a recording is to be sent again; throws the problem where that would not help. */
async function sendAgain(
  jobId: string,
  error: unknown,
  { failuresBefore, byAddress }: { failuresBefore: number; byAddress: boolean },
): Promise<RecordingPoll> {
  if (!(error instanceof Problem) || error.code !== 'transcriber_failed') throw error
  // The engine may be able to read as a file what it could not fetch by URL.
  if (error.context.retryable === false && byAddress) return { status: 'again', waitSeconds: 0 }
  const waitSeconds = error.context.submit_again === true ? retryDelaySeconds(error, failuresBefore) : null
  if (waitSeconds === null) throw error
  await reportWait(jobId, error, waitSeconds)
  return { status: 'again', waitSeconds }
}

type Kept = { engine: RecordingEngine; waitedSeconds: number }

async function keep(chunk: Chunk, transcribed: ChunkTranscript, { engine, waitedSeconds }: Kept): Promise<void> {
  // A recording that the engine fetched may be a little longer than our copy.
  const lengthMs = Math.max(chunk.endMs - chunk.startMs, transcribed.segments.at(-1)?.endMs ?? 0)
  const segments = packSegments(tidySegments(transcribed.segments, lengthMs))
  await db().chunk.updateMany({
    where: { jobId: chunk.jobId, index: chunk.index, finishedAt: null },
    data: {
      segments,
      lang: transcribed.lang,
      engineName: engine.id,
      engineModel: engine.model,
      workMs: waitedSeconds * 1000,
      endMs: chunk.startMs + lengthMs,
      finishedAt: new Date(),
    },
  })
}

/** Polls the remote engine for a job's recording and stores a finished text. Throws what the engine throws. */
export async function pollRecording(jobId: string, options: Options): Promise<RecordingPoll> {
  const job = await loadRunningJob(jobId)
  const chunk = job && (await db().chunk.findFirst({ where: { jobId, finishedAt: null } }))
  if (!job?.remoteId || !chunk) return { status: 'done', waitSeconds: 0 }
  const engine = await requireRecordingEngine(job.langHint)
  let state: RemoteState
  try {
    state = await engine.poll(job.remoteId, options.signal)
  } catch (error) {
    const byAddress = !options.asFile && publicAddress(job, chunk) !== null
    const result = await sendAgain(jobId, error, { failuresBefore: options.failuresBefore, byAddress })
    await db().job.updateMany({ where: { id: jobId, remoteId: job.remoteId }, data: { remoteId: null } })
    return result
  }
  const { waitedSeconds } = options
  if (state.status === 'done') await keep(chunk, state, { engine, waitedSeconds })
  await reportWaited(waitedSeconds, chunk, engine)
  return { status: state.status, waitSeconds: 0 }
}
