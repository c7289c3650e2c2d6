import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Segment } from '@/lib/captions/cue'
import { withWorkFolder } from '@/lib/core/storage/work-dir'
import { findVoiceActivity, type VoiceInterval } from '@/lib/media/voice-activity/find-voice-activity'
import type { SpeechChunk } from '../engine'
import { wavPcm } from '../recognisers/wav-samples'
import { timeSentences } from '../segments/time-sentences'

async function voicesIn(wav: Buffer, signal: AbortSignal): Promise<VoiceInterval[]> {
  const pcm = wavPcm(wav)
  if (!pcm) return []
  const found = await withWorkFolder('voices', async (folder) => {
    const file = path.join(folder, 'chunk.pcm')
    await writeFile(file, pcm)
    return findVoiceActivity(file, { signal })
  })
  return found ?? []
}

/** A text without times as sentences, timed by the voices of its chunk; one segment as long as the chunk where none is found. */
export async function timeText(
  text: string,
  { wav, durationMs }: SpeechChunk,
  signal: AbortSignal,
): Promise<Segment[]> {
  if (text.trim() === '') return []
  const voices = await voicesIn(wav, signal)
  return voices.length > 0 ? timeSentences(text, voices) : [{ startMs: 0, endMs: durationMs, text }]
}
