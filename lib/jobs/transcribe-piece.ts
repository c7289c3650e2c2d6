import { packSegments } from '@/lib/archive/stored-segments'
import { readChunk } from '@/lib/media/read-piece'
import { db } from '@/lib/platform/db'
import { Problem } from '@/lib/platform/problem'
import { singleFlight } from '@/lib/platform/share-work'
import { startDeadline } from '@/lib/platform/start-deadline'
import { dropLoops } from '@/lib/speech/drop-loops'
import type { ChunkEngine } from '@/lib/speech/engine'
import { type SlotWait, withSlot } from './in-turn'

/** A piece of a job that is to be transcribed. */
export type OpenChunk = { jobId: string; index: number; startMs: number; endMs: number }

type Options = {
  engine: ChunkEngine
  /** The job's sound as PCM. */
  audio: string
  /** Asked when it is the piece's turn: by then the pieces before it may have told. */
  lang: () => string | null
  /** How long to wait for a turn. */
  wait: SlotWait
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

async function isFinished({ jobId, index }: OpenChunk): Promise<boolean> {
  const row = await db().chunk.findUnique({ where: { jobId_index: { jobId, index } }, select: { finishedAt: true } })
  return !row || row.finishedAt !== null
}

async function transcribeNow(chunk: OpenChunk, options: Options): Promise<void> {
  const { engine, audio, lang, wait, signal } = options
  const { jobId, index, startMs, endMs } = chunk
  // Nothing is awaited before: pieces are heard in their order, so that a text grows from its beginning.
  const transcribe = async () => {
    // Another attempt at the same may have been quicker while this one waited.
    if (await isFinished(chunk)) return null
    const wav = await readChunk(audio, startMs, endMs)
    return inTime(signal, (limited) =>
      engine.transcribe({ wav, durationMs: endMs - startMs }, { lang: lang(), signal: limited }),
    )
  }
  const transcribed = await withSlot('speech', jobId, signal, transcribe, wait)
  if (!transcribed) return
  await db().chunk.updateMany({
    where: { jobId, index, finishedAt: null },
    data: {
      segments: packSegments(dropLoops(transcribed.segments)),
      lang: transcribed.lang,
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
export function transcribeChunk(chunk: OpenChunk, options: Options): Promise<void> {
  return singleFlight(`chunk ${chunk.jobId} ${chunk.index}`, () => transcribeNow(chunk, options))
}
