import { packSegments } from '@/lib/archive/stored-segments'
import { db } from '@/lib/platform/db'
import type { Chunk } from '@/lib/platform/generated/prisma/client'
import { Problem } from '@/lib/platform/problem'
import type { ChunkTranscript, RecordingEngine, RemoteState } from '@/lib/speech/engine'
import { tidySegments } from '@/lib/speech/tidy-segments'
import { reportProgress } from './job-progress'
import { loadRunningJob } from './load-job'
import { publicAddress } from './public-address'
import { PREPARED, TRANSCRIBED } from './report-pieces'
import { requireRecordingEngine } from './require-recording-engine'
import { retryDelaySeconds } from './retry-delay'

/** How a recording is that was sent elsewhere. `again`: it has to be sent once more, after so many seconds. */
export type RecordingPoll = { status: 'running' | 'done' | 'again'; waitSeconds: number }

type Options = {
  /** How long it has been there. */
  waitedSeconds: number
  /** It was sent so many times before, and failed. */
  failuresBefore: number
  /** The sound itself was sent, even if its address would have done. */
  asFile: boolean
  signal: AbortSignal
}

/** An engine elsewhere takes about so long for each second of sound, and for what goes before and after. */
const PACE = 0.1
const OVERHEAD_SECONDS = 20

/** Nobody says how far it is: the bar goes on ever more slowly. */
function guessProgress(waitedSeconds: number, { startMs, endMs }: Chunk): number {
  const expected = OVERHEAD_SECONDS + (PACE * (endMs - startMs)) / 1000
  return PREPARED + (TRANSCRIBED - PREPARED) * (1 - Math.exp(-waitedSeconds / expected))
}

/** Why a recording is to be sent again, and when; throws the problem where that is no use. */
function sendAgain(error: unknown, failuresBefore: number, byAddress: boolean): RecordingPoll {
  if (!(error instanceof Problem) || error.code !== 'transcriber_failed') throw error
  // What it could not fetch or read at the address, it may in what we send.
  if (error.context.retryable === false && byAddress) return { status: 'again', waitSeconds: 0 }
  const waitSeconds = error.context.submit_again === true ? retryDelaySeconds(error, failuresBefore) : null
  if (waitSeconds === null) throw error
  return { status: 'again', waitSeconds }
}

async function keep(chunk: Chunk, transcribed: ChunkTranscript, engine: RecordingEngine): Promise<void> {
  // What it fetched from an address by itself may be a little longer than what we did.
  const lengthMs = Math.max(chunk.endMs - chunk.startMs, transcribed.segments.at(-1)?.endMs ?? 0)
  const segments = packSegments(tidySegments(transcribed.segments, lengthMs))
  await db().chunk.updateMany({
    where: { jobId: chunk.jobId, index: chunk.index, finishedAt: null },
    data: {
      segments,
      lang: transcribed.lang,
      engineName: engine.id,
      engineModel: engine.model,
      endMs: chunk.startMs + lengthMs,
      finishedAt: new Date(),
    },
  })
}

/**
 * Asks once how a job's recording is that was sent elsewhere, and keeps the text when it is done. Throws what the engine
 * throws.
 */
export async function pollRecording(jobId: string, options: Options): Promise<RecordingPoll> {
  const job = await loadRunningJob(jobId)
  const chunk = job && (await db().chunk.findFirst({ where: { jobId, finishedAt: null } }))
  if (!job?.remoteId || !chunk) return { status: 'done', waitSeconds: 0 }
  const engine = await requireRecordingEngine(job.langHint)
  let state: RemoteState
  try {
    state = await engine.look(job.remoteId, options.signal)
  } catch (error) {
    const byAddress = !options.asFile && publicAddress(job, chunk) !== null
    const look = sendAgain(error, options.failuresBefore, byAddress)
    await db().job.updateMany({ where: { id: jobId, remoteId: job.remoteId }, data: { remoteId: null } })
    return look
  }
  if (state.status === 'done') await keep(chunk, state, engine)
  await reportProgress(db(), jobId, 'transcribing', guessProgress(options.waitedSeconds, chunk))
  return { status: state.status, waitSeconds: 0 }
}
