import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { log } from '@/lib/core/log'
import { describeEnding, runProgram } from '@/lib/core/programs/run-program'
import { PCM_BYTES_PER_MS, PCM_SAMPLE_RATE } from '@/lib/media/pcm-format'

/** A stretch of a recording of speech or song. */
export type VoiceInterval = { startMs: number; endMs: number }

type FindOptions = {
  /** The part of the recording that is of interest; absent: from its start, and to its end. */
  fromMs?: number
  untilMs?: number | null
  signal?: AbortSignal
}

const SAMPLES_PER_MS = PCM_SAMPLE_RATE / 1000
const STARTUP_MS = 60_000
/** A fifth of the time that the recording lasts; four thousandths were seen. */
const SLOWEST_PACE = 0.2
/** Ten hours of single words with pauses between them. */
const OUTPUT_LIMIT_BYTES = 16 * 1024 ** 2

/**
 * A file of this folder, in the project's folder, in which every command runs. No bundler takes it for a part of the
 * pages.
 */
const located = (name: string) => [process.cwd(), 'lib', 'media', 'voice-activity', name].join(path.sep)

/** A recording of twice that length is split between two children: a job's first words wait for this pass. */
const LONG_PART_MS = 2 * 60_000
/** The network needs a little audio before it is sure. */
const RUN_UP_MS = 5_000

type Part = { startMs: number; endMs: number }

function partsOf(startMs: number, endMs: number): Part[] {
  if (availableParallelism() === 1 || endMs - startMs < 2 * LONG_PART_MS) return [{ startMs, endMs }]
  const middleMs = Math.round((startMs + endMs) / 2)
  return [
    { startMs, endMs: middleMs },
    { startMs: middleMs, endMs },
  ]
}

function parseIntervals(output: string, fromMs: number, part: Part): VoiceInterval[] {
  const inMs = (samples: string | undefined) => fromMs + Math.round(Number(samples) / SAMPLES_PER_MS)
  return output
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' '))
    .map(([start, end]) => ({ startMs: Math.max(part.startMs, inMs(start)), endMs: Math.min(part.endMs, inMs(end)) }))
    .filter(({ startMs, endMs }) => startMs < endMs)
}

async function listen(
  pcmFile: string,
  part: Part,
  runUpMs: number,
  signal: AbortSignal | undefined,
): Promise<VoiceInterval[] | null> {
  const fromMs = part.startMs - runUpMs
  const args = [located('voice-activity-child.mjs'), located('silero-vad-v6.onnx'), path.resolve(pcmFile)]
  const bytes = [fromMs, part.endMs].map((ms) => String(ms * PCM_BYTES_PER_MS))
  const run = await runProgram(process.execPath, [...args, ...bytes], {
    timeoutMs: STARTUP_MS + SLOWEST_PACE * (part.endMs - fromMs),
    stdoutLimitBytes: OUTPUT_LIMIT_BYTES,
    signal,
  })
  if (run.ended === 'exited' && run.exitCode === 0) return parseIntervals(run.stdout.toString('latin1'), fromMs, part)
  log.warn('voice activity could not be found in a recording, so it is cut where it is quiet', {
    how: describeEnding(run),
    stderr: run.stderr,
  })
  return null
}

/**
 * Finds speech in a PCM file (see `decodeAudio`) with the Silero network, in child processes. Returns intervals in
 * order, with the pauses of 0.1 s and more between them. Music and noise are not speech; singing is, unless it is slow
 * and no louder than the music. Returns null if the native library does not run on this machine or takes too long; the
 * caller then uses loudness.
 */
export async function findVoiceActivity(pcmFile: string, options: FindOptions = {}): Promise<VoiceInterval[] | null> {
  const { signal, fromMs = 0 } = options
  const wholeMs = Math.floor((await stat(pcmFile)).size / PCM_BYTES_PER_MS)
  const endMs = Math.min(wholeMs, options.untilMs ?? wholeMs)
  const parts = partsOf(Math.min(fromMs, endMs), endMs)
  const found = await Promise.all(parts.map((part) => listen(pcmFile, part, Math.min(part.startMs, RUN_UP_MS), signal)))
  return found.includes(null) ? null : found.flatMap((intervals) => intervals ?? [])
}
