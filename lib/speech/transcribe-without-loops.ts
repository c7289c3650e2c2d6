import type { Segment } from '@/lib/captions/cue'
import type { ChunkEngine, ChunkTranscript, TextConfidence, TranscribeOptions } from './engine'
import { wavSamples } from './recognisers/wav-samples'
import { type Span, withoutLoops } from './segments/find-loops'

/** Reads a part of a chunk as a WAV (16 kHz, mono, 16 bit). */
export type ReadPart = (startMs: number, endMs: number) => Promise<Buffer>

export type CheckedTranscript = ChunkTranscript & {
  confidence: TextConfidence | null
  /** The text as the engine wrote it, loops and all. */
  rawText: string
  /** Stretches without text, since the engine wrote nothing but a loop there. */
  loops: Span[]
}

const SAMPLES_PER_MS = 16
/** A shorter chunk has no other context to be decoded in. */
const SHORTEST_TO_CUT_MS = 4_000
const PAUSE_MS = 200
const STEP_MS = 50

const textOf = (segments: readonly Segment[]) => segments.map(({ text }) => text).join(' ')
const lengthOf = (spans: readonly Span[]) => spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)

/** The middle of the quietest moment in the middle half of a chunk. */
function quietestMs(wav: Buffer, durationMs: number): number {
  const samples = wavSamples(wav) ?? new Float32Array()
  let [quietest, least] = [Math.round(durationMs / 2), Number.POSITIVE_INFINITY]
  for (let startMs = durationMs / 4; startMs + PAUSE_MS <= (3 * durationMs) / 4; startMs += STEP_MS) {
    const frame = samples.subarray(startMs * SAMPLES_PER_MS, (startMs + PAUSE_MS) * SAMPLES_PER_MS)
    const energy = frame.reduce((sum, sample) => sum + sample * sample, 0)
    if (energy >= least) continue
    least = energy
    quietest = Math.round(startMs + PAUSE_MS / 2)
  }
  return quietest
}

const later = <T extends Span>(part: T, byMs: number): T => ({
  ...part,
  startMs: part.startMs + byMs,
  endMs: part.endMs + byMs,
})

function check(transcript: ChunkTranscript, canLoop: boolean, startMs = 0): CheckedTranscript {
  const { segments, loops } = canLoop ? withoutLoops(transcript.segments) : { segments: transcript.segments, loops: [] }
  return {
    lang: transcript.lang,
    confidence: transcript.confidence ?? null,
    rawText: textOf(transcript.segments),
    loops: loops.map((loop) => later(loop, startMs)),
    segments: segments.map(({ words, ...segment }) => ({
      ...later(segment, startMs),
      ...(words ? { words: words.map((word) => later(word, startMs)) } : {}),
    })),
  }
}

function sumOf(one: TextConfidence | null, other: TextConfidence | null): TextConfidence | null {
  if (!one || !other) return one ?? other
  return { logProbability: one.logProbability + other.logProbability, tokens: one.tokens + other.tokens }
}

function join(before: CheckedTranscript, after: CheckedTranscript): CheckedTranscript {
  return {
    lang: before.lang ?? after.lang,
    confidence: sumOf(before.confidence, after.confidence),
    rawText: `${before.rawText} ${after.rawText}`.trim(),
    loops: [...before.loops, ...after.loops],
    segments: [...before.segments, ...after.segments],
  }
}

/**
 * Transcribes a chunk. Where the engine's decoder gets stuck in a loop, the chunk is decoded once more in two halves, cut where it is
 * quietest; a loop that is still there is dropped as a whole.
 */
export async function transcribeWithoutLoops(
  engine: ChunkEngine,
  { read, durationMs }: { read: ReadPart; durationMs: number },
  options: TranscribeOptions,
): Promise<CheckedTranscript> {
  const wav = await read(0, durationMs)
  const whole = check(await engine.transcribe({ wav, durationMs }, options), engine.canLoop)
  if (whole.loops.length === 0 || durationMs < SHORTEST_TO_CUT_MS) return whole
  const cutMs = quietestMs(wav, durationMs)
  const half = async (startMs: number, endMs: number) => {
    const part = { wav: await read(startMs, endMs), durationMs: endMs - startMs }
    return check(await engine.transcribe(part, options), engine.canLoop, startMs)
  }
  const halves = join(await half(0, cutMs), await half(cutMs, durationMs))
  return lengthOf(halves.loops) < lengthOf(whole.loops) ? halves : whole
}
