import { PCM_SAMPLE_RATE } from '@/lib/media/pcm-format'
import type { SpeechChunk } from '@/lib/speech/engine'

export type Tone = { kind: 'low' | 'high'; startMs: number; endMs: number }

const FREQUENCIES = {
  low: [200, 350, 500, 700, 900, 1100, 1300, 1500],
  high: [2000, 2500, 3000, 3600, 4300, 5000, 5800, 6600, 7300],
}

function sampleAt(index: number, tones: readonly Tone[]): number {
  const atMs = (index / PCM_SAMPLE_RATE) * 1000
  const tone = tones.find(({ startMs, endMs }) => startMs <= atMs && atMs < endMs)
  if (!tone) return 0
  const parts = FREQUENCIES[tone.kind].map((frequency) => Math.sin((2 * Math.PI * frequency * atMs) / 1000))
  return (0.9 * parts.reduce((sum, part) => sum + part, 0)) / parts.length
}

/** A chunk of silence with tones in it, as the WAV that engines are given. */
export function tones(durationMs: number, parts: readonly Tone[]): SpeechChunk {
  const samples = Math.round((durationMs * PCM_SAMPLE_RATE) / 1000)
  const wav = Buffer.alloc(44 + 2 * samples)
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(36 + 2 * samples, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(PCM_SAMPLE_RATE, 24)
  wav.writeUInt32LE(2 * PCM_SAMPLE_RATE, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(2 * samples, 40)
  for (let at = 0; at < samples; at++) wav.writeInt16LE(Math.round(32_767 * sampleAt(at, parts)), 44 + 2 * at)
  return { wav, durationMs }
}
