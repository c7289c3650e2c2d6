import { packSegments } from '@/lib/archive/stored-segments'
import { db } from '@/lib/platform/db'
import type { Piece } from '@/lib/platform/generated/prisma/client'
import { Problem } from '@/lib/platform/problem'
import type { PieceTranscript, RecordingEngine, RemoteState } from '@/lib/speech/engine'
import { tidySegments } from '@/lib/speech/tidy-segments'
import { reportProgress } from './job-progress'
import { loadRunningJob } from './load-job'
import { publicAddress } from './public-address'
import { PREPARED, TRANSCRIBED } from './report-pieces'
import { requireRecordingEngine } from './require-recording-engine'
import { retryDelaySeconds } from './retry-delay'

/** How a recording is that was sent elsewhere. `again`: it has to be sent once more, after so many seconds. */
export type RecordingLook = { status: 'running' | 'done' | 'again'; waitSeconds: number }

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
function guessProgress(waitedSeconds: number, { startMs, endMs }: Piece): number {
  const expected = OVERHEAD_SECONDS + (PACE * (endMs - startMs)) / 1000
  return PREPARED + (TRANSCRIBED - PREPARED) * (1 - Math.exp(-waitedSeconds / expected))
}

/** Why a recording is to be sent again, and when; throws the problem where that is no use. */
function sendAgain(error: unknown, failuresBefore: number, byAddress: boolean): RecordingLook {
  if (!(error instanceof Problem) || error.code !== 'transcriber_failed') throw error
  // What it could not fetch or read at the address, it may in what we send.
  if (error.context.retryable === false && byAddress) return { status: 'again', waitSeconds: 0 }
  const waitSeconds = error.context.submit_again === true ? retryDelaySeconds(error, failuresBefore) : null
  if (waitSeconds === null) throw error
  return { status: 'again', waitSeconds }
}

async function keep(piece: Piece, heard: PieceTranscript, engine: RecordingEngine): Promise<void> {
  // What it fetched from an address by itself may be a little longer than what we did.
  const lengthMs = Math.max(piece.endMs - piece.startMs, heard.segments.at(-1)?.endMs ?? 0)
  const segments = packSegments(tidySegments(heard.segments, lengthMs))
  await db().piece.updateMany({
    where: { jobId: piece.jobId, index: piece.index, finishedAt: null },
    data: {
      segments,
      lang: heard.lang,
      engineName: engine.id,
      engineModel: engine.model,
      endMs: piece.startMs + lengthMs,
      finishedAt: new Date(),
    },
  })
}

/**
 * Asks once how a job's recording is that was sent elsewhere, and keeps the text when it is done. Throws what the engine
 * throws.
 */
export async function lookAtRecording(jobId: string, options: Options): Promise<RecordingLook> {
  const job = await loadRunningJob(jobId)
  const piece = job && (await db().piece.findFirst({ where: { jobId, finishedAt: null } }))
  if (!job?.remoteId || !piece) return { status: 'done', waitSeconds: 0 }
  const engine = await requireRecordingEngine(job.langHint)
  let state: RemoteState
  try {
    state = await engine.look(job.remoteId, options.signal)
  } catch (error) {
    const byAddress = !options.asFile && publicAddress(job, piece) !== null
    const look = sendAgain(error, options.failuresBefore, byAddress)
    await db().job.updateMany({ where: { id: jobId, remoteId: job.remoteId }, data: { remoteId: null } })
    return look
  }
  if (state.status === 'done') await keep(piece, state, engine)
  await reportProgress(db(), jobId, 'transcribing', guessProgress(options.waitedSeconds, piece))
  return { status: state.status, waitSeconds: 0 }
}
