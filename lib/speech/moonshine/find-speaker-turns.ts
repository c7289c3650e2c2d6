import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { log } from '@/lib/core/log'
import { describeEnding, runProgram } from '@/lib/core/programs/run-program'
import { PCM_BYTES_PER_MS } from '@/lib/media/pcm-format'
import type { SpeakerTurn } from '../engine'
import { findMoonshine } from './find-moonshine'
import { moonshineArgs } from './start-moonshine'

const STARTUP_MS = 60_000
/** Processor time for each second of sound, on two cores at most. */
const CPU_SECONDS_PER_SECOND = 0.9
const MAX_CORES = 2
const SLOWEST_TIMES_REAL_TIME = 4
/** Less than a step of a job may last: a recording that takes longer keeps its text and has no speakers. */
const LONGEST_RUN_MS = 90 * 60_000
/** Ten hours of turns of a second. */
const OUTPUT_LIMIT_BYTES = 4 * 1024 ** 2
/** A shorter stretch is the edge of another, or a cough. */
const SHORTEST_MS = 200

/** About how many seconds that takes where nothing else runs. */
export function estimateLocalSpeakerSeconds(durationMs: number): number {
  return (durationMs / 1000) * (CPU_SECONDS_PER_SECOND / Math.min(availableParallelism(), MAX_CORES))
}

const LINE = /^(\d+\.\d+) (\d+\.\d+) (\d+)$/

function parseTurns(output: string): SpeakerTurn[] {
  const turns = output.split('\n').flatMap((line) => {
    const [, start, end, speaker] = LINE.exec(line) ?? []
    if (start === undefined) return []
    const [startMs, endMs] = [Math.round(Number(start) * 1000), Math.round(Number(end) * 1000)]
    return endMs - startMs < SHORTEST_MS ? [] : [{ startMs, endMs, speaker: Number(speaker) }]
  })
  return turns.sort((a, b) => a.startMs - b.startMs)
}

/**
 * Finds who speaks when in a PCM file (see `decodeAudio`), with one set of speakers for the whole recording, by
 * Moonshine in a separate process. Takes 0.9 seconds of processor time for each second of sound, at best 0.45 times its
 * length on two cores, and 200 MB. Returns null when Moonshine is not installed, does not run here or takes more than
 * 90 minutes.
 */
export async function findLocalSpeakerTurns(pcmFile: string, signal?: AbortSignal): Promise<SpeakerTurn[] | null> {
  const moonshine = await findMoonshine()
  if (!moonshine) return null
  const durationMs = (await stat(pcmFile)).size / PCM_BYTES_PER_MS
  const run = await runProgram(moonshine.python, [...moonshineArgs(moonshine), 'speakers', path.resolve(pcmFile)], {
    timeoutMs: Math.min(STARTUP_MS + SLOWEST_TIMES_REAL_TIME * durationMs, LONGEST_RUN_MS),
    stdoutLimitBytes: OUTPUT_LIMIT_BYTES,
    signal,
  })
  if (run.ended === 'exited' && run.exitCode === 0) return parseTurns(run.stdout.toString('latin1'))
  log.warn('speakers were not told apart in a recording', { how: describeEnding(run), stderr: run.stderr })
  return null
}
