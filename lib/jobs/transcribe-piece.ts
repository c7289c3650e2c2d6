import { packSegments } from '@/lib/archive/stored-segments'
import { readPiece } from '@/lib/media/read-piece'
import { db } from '@/lib/platform/db'
import { Problem } from '@/lib/platform/problem'
import { shareWork } from '@/lib/platform/share-work'
import { startDeadline } from '@/lib/platform/start-deadline'
import { dropLoops } from '@/lib/speech/drop-loops'
import type { PieceEngine } from '@/lib/speech/engine'
import { inTurn, type Patience } from './in-turn'

/** A piece of a job that is to be transcribed. */
export type OpenPiece = { jobId: string; index: number; startMs: number; endMs: number }

type Options = {
  engine: PieceEngine
  /** The job's sound as PCM. */
  audio: string
  /** Asked when it is the piece's turn: by then the pieces before it may have told. */
  lang: () => string | null
  /** How long to wait for a turn. */
  patience: Patience
  signal: AbortSignal
}

const LIMIT_MS = 15 * 60_000

/** The same, but for no longer than a piece may take. */
async function inTime<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = startDeadline({ signals: [signal], timeoutMs: LIMIT_MS })
  try {
    return await work(deadline.signal)
  } catch (error) {
    if (deadline.isLate()) throw new Problem('transcriber_failed', { cause: error })
    throw error
  } finally {
    deadline.stop()
  }
}

async function isFinished({ jobId, index }: OpenPiece): Promise<boolean> {
  const row = await db().piece.findUnique({ where: { jobId_index: { jobId, index } }, select: { finishedAt: true } })
  return !row || row.finishedAt !== null
}

async function transcribeNow(piece: OpenPiece, options: Options): Promise<void> {
  const { engine, audio, lang, patience, signal } = options
  const { jobId, index, startMs, endMs } = piece
  // Nothing is awaited before: pieces are heard in their order, so that a text grows from its beginning.
  const transcribe = async () => {
    // Another attempt at the same may have been quicker while this one waited.
    if (await isFinished(piece)) return null
    const wav = await readPiece(audio, startMs, endMs)
    return inTime(signal, (limited) =>
      engine.transcribe({ wav, durationMs: endMs - startMs }, { lang: lang(), signal: limited }),
    )
  }
  const heard = await inTurn('speech', jobId, signal, transcribe, patience)
  if (!heard) return
  await db().piece.updateMany({
    where: { jobId, index, finishedAt: null },
    data: {
      segments: packSegments(dropLoops(heard.segments)),
      lang: heard.lang,
      engineName: engine.id,
      engineModel: engine.model,
      finishedAt: new Date(),
    },
  })
}

/**
 * Transcribes one piece when it is its turn, and keeps its segments, whose times are relative to the piece. A second
 * attempt at it in this process, as after a lost connection to the database, joins the first; of two in different ones
 * the first counts. Throws what the engine throws, and `NoPlace`.
 */
export function transcribePiece(piece: OpenPiece, options: Options): Promise<void> {
  return shareWork(`piece ${piece.jobId} ${piece.index}`, () => transcribeNow(piece, options))
}
