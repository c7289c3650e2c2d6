import { stat } from 'node:fs/promises'
import { findActivity } from './find-activity'
import { pcmDurationMs } from './pcm-format'
import { FRAME_MS, readLevels } from './read-levels'

/** A stretch of the audio to be transcribed in one go. `silent`: no speech in it, so no engine need hear it. */
export type Piece = { startMs: number; endMs: number; silent: boolean }

type PlanOptions = { minSeconds: number; maxSeconds: number; signal?: AbortSignal }
/** A stretch in frames, its end exclusive. */
type Stretch = { start: number; end: number; silent: boolean }

const inFrames = (seconds: number) => Math.round((seconds * 1000) / FRAME_MS)
const LONG_SILENCE = inFrames(5)
/** Left of a long silence beside speech, which may begin and end softer than can be heard here. */
const MARGIN = inFrames(0.5)
const QUIET_SPAN = inFrames(0.3)
const SHORTEST_TAIL = inFrames(2)
const LEAST_SPEECH = inFrames(0.2)

/** Long silences and what lies between them. */
function splitAtSilences(active: Uint8Array): Stretch[] {
  const stretches: Stretch[] = []
  let speechStart = 0
  for (let start = 0; start < active.length; ) {
    let end = start + 1
    while (end < active.length && active[end] === active[start]) end++
    if (active[start] === 0 && end - start >= LONG_SILENCE) {
      const from = start === 0 ? 0 : start + MARGIN
      const to = end === active.length ? end : end - MARGIN
      if (from > speechStart) stretches.push({ start: speechStart, end: from, silent: false })
      stretches.push({ start: from, end: to, silent: true })
      speechStart = to
    }
    start = end
  }
  if (speechStart < active.length) stretches.push({ start: speechStart, end: active.length, silent: false })
  return stretches
}

/** The middle of the quietest 0.3 s between two frames. */
function quietestFrame(levels: Float32Array, from: number, to: number): number {
  let quietest = to
  let lowest = Number.POSITIVE_INFINITY
  for (let start = from; start + QUIET_SPAN <= to; start++) {
    let sum = 0
    for (let frame = start; frame < start + QUIET_SPAN; frame++) sum += levels[frame] ?? 0
    if (sum >= lowest) continue
    lowest = sum
    quietest = start + Math.floor(QUIET_SPAN / 2)
  }
  return quietest
}

function cut(stretch: Stretch, levels: Float32Array, min: number, max: number): Stretch[] {
  const pieces: Stretch[] = []
  let start = stretch.start
  while (stretch.end - start > max) {
    const latest = Math.max(start + min, Math.min(start + max, stretch.end - SHORTEST_TAIL))
    const end = quietestFrame(levels, start + min, latest)
    pieces.push({ start, end, silent: false })
    start = end
  }
  return [...pieces, { start, end: stretch.end, silent: false }]
}

function isSilent({ start, end }: Stretch, active: Uint8Array): boolean {
  return active.subarray(start, end).reduce((sum, frame) => sum + frame, 0) < LEAST_SPEECH
}

function joinSilent(stretches: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = []
  for (const stretch of stretches) {
    const last = joined.at(-1)
    if (last?.silent && stretch.silent) last.end = stretch.end
    else joined.push({ ...stretch })
  }
  return joined
}

/**
 * Plans the pieces in which a PCM file (see `decodeAudio`) is transcribed. They cover it in order, without gap or
 * overlap. Pieces with speech last at most `maxSeconds`, and at least `minSeconds` save before a long silence or the
 * end, each cut at the quietest point of its window; silence of 5 s and more becomes a `silent` piece of any length.
 */
export async function planPieces(pcmFile: string, options: PlanOptions): Promise<Piece[]> {
  const levels = await readLevels(pcmFile, options.signal)
  const durationMs = pcmDurationMs((await stat(pcmFile)).size)
  const active = findActivity(levels)
  const [min, max] = [inFrames(options.minSeconds), inFrames(options.maxSeconds)]
  const stretches = splitAtSilences(active).flatMap((stretch) =>
    stretch.silent
      ? [stretch]
      : cut(stretch, levels, min, max).map((piece) => ({ ...piece, silent: isSilent(piece, active) })),
  )
  return joinSilent(stretches).map(({ start, end, silent }) => ({
    startMs: start * FRAME_MS,
    endMs: Math.min(end * FRAME_MS, durationMs),
    silent,
  }))
}
