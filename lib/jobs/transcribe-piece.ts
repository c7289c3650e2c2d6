import { packSegments } from '@/lib/archive/stored-segments'
import { readPiece } from '@/lib/media/read-piece'
import { db } from '@/lib/platform/db'
import type { Piece } from '@/lib/platform/generated/prisma/client'
import { Problem } from '@/lib/platform/problem'
import { requireEngine } from '@/lib/speech/configured-engine'
import { dropLoops } from '@/lib/speech/drop-loops'
import type { PieceTranscript } from '@/lib/speech/engine'
import { reportProgress } from './job-progress'
import { type JobWithMedia, loadRunningJob } from './load-job'
import { prepareAudio } from './prepare-audio'

/** Preparing is the first tenth of the bar, putting it together the last twentieth. */
const PREPARED = 0.1
const TRANSCRIBED = 0.95

async function hear(job: JobWithMedia, piece: Piece, signal: AbortSignal): Promise<PieceTranscript> {
  if (piece.silent) return { segments: [], lang: null }
  const engine = await requireEngine()
  // The engine was another one when the job was cut into pieces.
  if (engine.mode === 'remoteAsync') throw new Problem('transcriber_unavailable')
  const audio = await prepareAudio(job, signal)
  const wav = await readPiece(audio, piece.startMs, piece.endMs)
  const heard = await engine.transcribe(
    { wav, durationMs: piece.endMs - piece.startMs },
    { lang: job.langHint, signal },
  )
  return { ...heard, segments: dropLoops(heard.segments) }
}

async function reportPieces(jobId: string): Promise<void> {
  const total = await db().piece.count({ where: { jobId } })
  const finished = await db().piece.count({ where: { jobId, finishedAt: { not: null } } })
  await reportProgress(
    db(),
    jobId,
    'transcribing',
    PREPARED + (TRANSCRIBED - PREPARED) * (finished / Math.max(1, total)),
  )
}

/**
 * Transcribes one piece of a job and keeps its segments, whose times are relative to the piece. A finished piece is
 * never transcribed again; of two that do the same the first counts. Throws what the engine throws.
 */
export async function transcribePiece(jobId: string, index: number, signal: AbortSignal): Promise<void> {
  const job = await loadRunningJob(jobId)
  const piece = await db().piece.findUnique({ where: { jobId_index: { jobId, index } } })
  if (!job || !piece || piece.finishedAt) return
  const heard = await hear(job, piece, signal)
  await db().piece.updateMany({
    where: { jobId, index, finishedAt: null },
    data: { segments: packSegments(heard.segments), lang: heard.lang, finishedAt: new Date() },
  })
  await reportPieces(jobId)
}
