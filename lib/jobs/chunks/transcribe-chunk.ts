import { packSegments } from '@/lib/archive/transcripts/stored-segments'
import { singleFlight } from '@/lib/core/concurrency/single-flight'
import { startDeadline } from '@/lib/core/concurrency/start-deadline'
import { db } from '@/lib/core/db/db'
import { Problem } from '@/lib/core/problem/problem'
import { readChunk } from '@/lib/media/chunks/read-chunk'
import type { ChunkEngine, SpeechWords } from '@/lib/speech/engine'
import { evidenceOf, judgeChunk } from '@/lib/speech/judge-language'
import { transcribeWithoutLoops } from '@/lib/speech/transcribe-without-loops'
import { type SlotWait, withSlot } from '../runs/with-slot'

export type OpenChunk = { jobId: string; index: number; startMs: number; endMs: number }

type Options = {
  engine: ChunkEngine
  /** The base languages that the engine knows; null: it does not list them. */
  languages: readonly string[] | null
  /** The job's audio as PCM. */
  audio: string
  /** Called when the chunk gets its slot: by then the chunks before it may have decided the language. */
  lang: () => string | null
  words: SpeechWords
  /** How long to wait for a slot. */
  wait: SlotWait
  /** Called when the chunk has its slot. */
  onStart: () => Promise<void>
  signal: AbortSignal
}

const LIMIT_MS = 15 * 60_000

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
  const { engine, languages, audio, lang, words, wait, onStart, signal } = options
  const { jobId, index, startMs, endMs } = chunk
  // Nothing is awaited before: chunks are transcribed in order, so that the text grows from its beginning.
  const transcribe = async () => {
    // Another attempt may have finished while this one waited.
    if (await isFinished(chunk)) return null
    await onStart()
    const read = (fromMs: number, toMs: number) => readChunk(audio, startMs + fromMs, startMs + toMs)
    const startedAt = performance.now()
    const heard = await inTime(signal, (limited) =>
      transcribeWithoutLoops(engine, { read, durationMs: endMs - startMs }, { lang: lang(), words, signal: limited }),
    )
    return { heard, workMs: Math.round(performance.now() - startedAt) }
  }
  const transcribed = await withSlot('speech', jobId, signal, transcribe, wait)
  if (!transcribed) return
  const { heard, workMs } = transcribed
  const evidence = evidenceOf(heard, languages)
  await db().chunk.updateMany({
    where: { jobId, index, finishedAt: null },
    data: {
      segments: packSegments(heard.segments),
      lang: judgeChunk(evidence) === 'differs' ? null : heard.lang,
      evidence,
      engineName: engine.id,
      engineModel: engine.model,
      workMs,
      finishedAt: new Date(),
    },
  })
}

/**
 * Transcribes one chunk when it gets a slot, and stores its segments, whose times are relative to the chunk. A second
 * attempt in this process, as after a lost database connection, joins the first; of attempts in different processes the
 * first to finish counts. Throws what the engine throws, and `NoSlot`.
 */
export function transcribeChunk(chunk: OpenChunk, options: Options): Promise<void> {
  return singleFlight(`chunk ${chunk.jobId} ${chunk.index}`, () => transcribeNow(chunk, options))
}
