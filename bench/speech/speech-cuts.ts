import path from 'node:path'
import { type Chunk, planChunks } from '@/lib/media/chunks/plan-chunks'
import { decodeAudio } from '@/lib/media/decode-audio'
import { findVoiceActivity } from '@/lib/media/voice-activity/find-voice-activity'
import type { Talk } from './speech-recordings'

/** How a recording is cut: at the quietest points, or in the pauses of voices, as jobs do. */
export const CUTTINGS = ['loudness', 'voices'] as const
export type Cutting = (typeof CUTTINGS)[number]

export type Plan = { pcm: string; chunks: Chunk[]; voiceSeconds: number }

/** Nearer than this to its edge a word is not cut: neither flite nor an ear is more exact. */
const EDGE_SECONDS = 0.02

/** A recording decoded and cut as a job does it, and what finding the voices took. */
export async function planRecording(file: string, folder: string, cutting: Cutting = 'voices'): Promise<Plan> {
  const pcm = path.join(folder, 'audio.pcm')
  await decodeAudio(file, pcm)
  const beganMs = performance.now()
  const voiceActivity = cutting === 'voices' ? await findVoiceActivity(pcm) : null
  const voiceSeconds = (performance.now() - beganMs) / 1000
  if (cutting === 'voices' && !voiceActivity) throw new Error('Voices can not be found on this machine.')
  const chunks = await planChunks(pcm, { minSeconds: 20, maxSeconds: 28, voiceActivity })
  return { pcm, chunks, voiceSeconds }
}

/** How many cuts go through a word that no chunk has whole, and how many words no engine hears all of. */
export function countCutWords(
  { words }: Talk,
  chunks: readonly Chunk[],
): { cuts: number; cutWords: number; lost: number } {
  const inSeconds = chunks.map(({ startMs, endMs, silent }) => ({ start: startMs / 1000, end: endMs / 1000, silent }))
  const cuts = inSeconds.slice(0, -1).filter(({ silent }, at) => !silent && !inSeconds[at + 1]?.silent)
  const holds = (word: Talk['words'][number]) =>
    inSeconds.some(({ start, end }) => start <= word.start + EDGE_SECONDS && word.end - EDGE_SECONDS <= end)
  const silent = inSeconds.filter((chunk) => chunk.silent)
  const isUnheard = (word: Talk['words'][number]) =>
    silent.some(({ start, end }) => start < word.end - EDGE_SECONDS && word.start + EDGE_SECONDS < end)
  return {
    cuts: cuts.length,
    cutWords: words.filter((word) => !holds(word)).length,
    lost: words.filter(isUnheard).length,
  }
}

/** How many seconds of a talk's breaks an engine is given. */
export function transcribedBreakSeconds({ breaks }: Talk, chunks: readonly Chunk[]): number {
  const transcribed = chunks.filter(({ silent }) => !silent)
  const shared = (from: number, until: number) =>
    transcribed.reduce(
      (sum, { startMs, endMs }) => sum + Math.max(0, Math.min(until, endMs / 1000) - Math.max(from, startMs / 1000)),
      0,
    )
  return breaks.reduce((sum, { start, end }) => sum + shared(start, end), 0)
}
