import { open } from 'node:fs/promises'
import { PCM_BYTES_PER_SAMPLE, PCM_SAMPLE_RATE } from '../pcm-format'

/** The grid on which loudness is measured and chunks are cut. */
export const FRAME_MS = 20
const FRAME_SAMPLES = (PCM_SAMPLE_RATE * FRAME_MS) / 1000
const FRAME_BYTES = FRAME_SAMPLES * PCM_BYTES_PER_SAMPLE
const FRAMES_A_READ = 1600
const FULL_SCALE_OF_PCM = 32_768
const FULL_SCALE_OF_FLOATS = 1
const SILENCE_POWER = 1e-12

/** The band where speech is strongest against hum and rumble below, and hiss above. */
const BAND_HZ = { from: 150, to: 1500 }
const HIGH_PASS = Math.exp((-2 * Math.PI * BAND_HZ.from) / PCM_SAMPLE_RATE)
const LOW_PASS = 1 - Math.exp((-2 * Math.PI * BAND_HZ.to) / PCM_SAMPLE_RATE)

/** Measures frame after frame, remembering what two filters of first order need from one to the next. */
function createMeter(fullScale: number): (samples: Int16Array | Float32Array) => number {
  let before = { sample: 0, high: 0, band: 0 }
  return (samples) => {
    let { sample: previous, high, band } = before
    let power = 0
    for (const value of samples) {
      const sample = value / fullScale
      high = sample - previous + HIGH_PASS * high
      band += LOW_PASS * (high - band)
      power += band * band
      previous = sample
    }
    before = { sample: previous, high, band }
    return 10 * Math.log10(power / FRAME_SAMPLES + SILENCE_POWER)
  }
}

/**
 * How loud a PCM file is in the band of speech, for each frame of 20 ms, in decibels: 0 is full scale, −120 digital
 * silence. Streams: ten hours take 7 MB.
 */
export async function readLevels(pcmFile: string, signal?: AbortSignal): Promise<Float32Array> {
  const handle = await open(pcmFile, 'r')
  try {
    const { size } = await handle.stat()
    const bytes = size - (size % PCM_BYTES_PER_SAMPLE)
    const levels = new Float32Array(Math.ceil(bytes / FRAME_BYTES))
    const samples = new Int16Array(FRAMES_A_READ * FRAME_SAMPLES)
    const chunk = Buffer.from(samples.buffer)
    const measure = createMeter(FULL_SCALE_OF_PCM)
    for (let offset = 0; offset < bytes; ) {
      signal?.throwIfAborted()
      const { bytesRead } = await handle.read(chunk, 0, Math.min(chunk.length, bytes - offset), offset)
      const whole = offset + bytesRead === bytes ? bytesRead : bytesRead - (bytesRead % FRAME_BYTES)
      if (whole === 0) throw new Error(`${pcmFile} became shorter while it was read`)
      const frames = samples.subarray(0, whole / PCM_BYTES_PER_SAMPLE)
      for (let start = 0; start < frames.length; start += FRAME_SAMPLES) {
        const frame = offset / FRAME_BYTES + start / FRAME_SAMPLES
        levels[frame] = measure(frames.subarray(start, start + FRAME_SAMPLES))
      }
      offset += whole
    }
    return levels
  } finally {
    await handle.close()
  }
}

/** Measures samples in memory, from −1 to 1. */
export function measureLevels(samples: Float32Array): Float32Array {
  const measure = createMeter(FULL_SCALE_OF_FLOATS)
  return Float32Array.from({ length: Math.ceil(samples.length / FRAME_SAMPLES) }, (_, frame) =>
    measure(samples.subarray(frame * FRAME_SAMPLES, (frame + 1) * FRAME_SAMPLES)),
  )
}
