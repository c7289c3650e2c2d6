import { stat } from 'node:fs/promises'
import { pcmDurationMs } from '../pcm-format'
import type { VoiceInterval } from '../voice-activity/find-voice-activity'
import { findActivity } from './find-activity'
import { FRAME_MS, readLevels } from './read-levels'

/**
 * A stretch of the audio to be transcribed in one go. `silent`: no speech in it, so no engine need hear it.
 * `overlapMs`: so much of its start lies in the chunk before too, since the cut between them had to be made in the
 * middle of speech.
 */
export type Chunk = { startMs: number; endMs: number; silent: boolean; overlapMs: number }

type PlanOptions = {
  minSeconds: number
  maxSeconds: number
  /** The bounds of the chunks in the file; absent: its start and its end. */
  fromMs?: number
  untilMs?: number | null
  /** Intervals with speech (`findVoiceActivity`); null or absent: use intervals louder than the background. */
  voiceActivity?: readonly VoiceInterval[] | null
  signal?: AbortSignal
}
/** A stretch in frames, its end exclusive. */
type Stretch = { start: number; end: number; silent: boolean; overlap: number }
/**
 * The loudness of each frame, and whether it may have speech; `isVoiced`: found by voices, not by loudness.
 */
type Sound = { levels: Float32Array; active: Uint8Array; isVoiced: boolean }

const inFrames = (seconds: number) => Math.round((seconds * 1000) / FRAME_MS)
const LONG_SILENCE = inFrames(5)
/**
 * Kept of a long silence beside speech, which may begin and end too softly to be detected here; more of it in music.
 */
const MARGIN = inFrames(0.5)
const VOICE_MARGIN = inFrames(1.5)
const QUIET_SPAN = inFrames(0.3)
const SHORTEST_TAIL = inFrames(2)
const LEAST_SPEECH = inFrames(0.2)
/** Longer than most words: one that a hard cut goes through is whole in the chunk after it. */
const OVERLAP = inFrames(1)
/**
 * More than two points of a recording can differ in loudness: a pause in music is no quieter than the words around it.
 */
const SPOKEN_DB = 200

function soundOf(levels: Float32Array, voiceActivity: readonly VoiceInterval[] | null): Sound {
  if (!voiceActivity) return { levels, active: findActivity(levels), isVoiced: false }
  const active = new Uint8Array(levels.length)
  for (const { startMs, endMs } of voiceActivity) {
    active.fill(1, Math.floor(startMs / FRAME_MS), Math.ceil(endMs / FRAME_MS))
  }
  return { levels, active, isVoiced: true }
}

/** Long silences between two frames, and what lies between them. */
function splitAtSilences({ active, isVoiced }: Sound, first: number, last: number): Stretch[] {
  const margin = isVoiced ? VOICE_MARGIN : MARGIN
  const stretches: Stretch[] = []
  let speechStart = first
  for (let start = first; start < last; ) {
    let end = start + 1
    while (end < last && active[end] === active[start]) end++
    if (active[start] === 0 && end - start >= LONG_SILENCE) {
      const from = start === first ? first : start + margin
      const to = end === last ? end : end - margin
      if (from > speechStart) stretches.push({ start: speechStart, end: from, silent: false, overlap: 0 })
      stretches.push({ start: from, end: to, silent: true, overlap: 0 })
      speechStart = to
    }
    start = end
  }
  if (speechStart < last) stretches.push({ start: speechStart, end: last, silent: false, overlap: 0 })
  return stretches
}

/** The middle of the quietest 0.3 s between two frames, in a pause of the voices where these are known. */
function quietestFrame({ levels, active, isVoiced }: Sound, from: number, to: number): number {
  const spokenDb = isVoiced ? SPOKEN_DB : 0
  let quietest = to
  let lowest = Number.POSITIVE_INFINITY
  for (let start = from; start + QUIET_SPAN <= to; start++) {
    let sum = 0
    for (let frame = start; frame < start + QUIET_SPAN; frame++) {
      sum += (levels[frame] ?? 0) + spokenDb * (active[frame] ?? 0)
    }
    if (sum >= lowest) continue
    lowest = sum
    quietest = start + Math.floor(QUIET_SPAN / 2)
  }
  return quietest
}

const countActive = (active: Uint8Array, start: number, end: number) =>
  active.subarray(start, end).reduce((sum, frame) => sum + frame, 0)

/** Whether speech seems to last all through a cut: no pause there is quiet enough to be one. */
function isHard(active: Uint8Array, frame: number): boolean {
  const start = frame - Math.floor(QUIET_SPAN / 2)
  return countActive(active, start, start + QUIET_SPAN) > QUIET_SPAN / 2
}

function cut(stretch: Stretch, sound: Sound, min: number, max: number) {
  const chunks: Stretch[] = []
  let { start, overlap } = stretch
  while (stretch.end - start > max) {
    const latest = Math.max(start + min, Math.min(start + max, stretch.end - SHORTEST_TAIL))
    const end = quietestFrame(sound, start + min, latest)
    chunks.push({ start, end, silent: false, overlap })
    overlap = isHard(sound.active, end) ? OVERLAP : 0
    start = end - overlap
  }
  return [...chunks, { start, end: stretch.end, silent: false, overlap }]
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

/** A silent chunk has no speech that could be transcribed twice. */
function markSilent(chunk: Stretch, active: Uint8Array): Stretch {
  const { start, end, overlap } = chunk
  if (countActive(active, start, end) >= LEAST_SPEECH) return chunk
  return { start: start + overlap, end, silent: true, overlap: 0 }
}

/**
 * Plans the chunks in which a PCM file (see `decodeAudio`), or a part of it, is transcribed. They cover it in order
 * without a gap, and overlap only where a cut had to be made in the middle of speech. Chunks with speech last at most
 * `maxSeconds`, and at least `minSeconds` save before a long silence or the end, each cut at the quietest point of its
 * window, in a pause of the voices where these are known; 5 s and more without speech become a `silent` chunk of any
 * length.
 */
export async function planChunks(pcmFile: string, options: PlanOptions): Promise<Chunk[]> {
  const levels = await readLevels(pcmFile, options.signal)
  const durationMs = pcmDurationMs((await stat(pcmFile)).size)
  const fromMs = options.fromMs ?? 0
  const untilMs = Math.min(options.untilMs ?? durationMs, durationMs)
  const sound = soundOf(levels, options.voiceActivity ?? null)
  const [min, max] = [inFrames(options.minSeconds), inFrames(options.maxSeconds)]
  const stretches = splitAtSilences(sound, Math.floor(fromMs / FRAME_MS), Math.ceil(untilMs / FRAME_MS))
  const chunks = stretches.flatMap((stretch) =>
    stretch.silent ? [stretch] : cut(stretch, sound, min, max).map((chunk) => markSilent(chunk, sound.active)),
  )
  return joinSilent(chunks).map(({ start, end, silent, overlap }) => ({
    startMs: Math.max(start * FRAME_MS, fromMs),
    endMs: Math.min(end * FRAME_MS, untilMs),
    silent,
    overlapMs: overlap * FRAME_MS,
  }))
}
