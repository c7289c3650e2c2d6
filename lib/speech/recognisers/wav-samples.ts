import { Problem } from '@/lib/core/problem/problem'
import { PCM_BYTES_PER_SAMPLE, PCM_SAMPLE_RATE } from '@/lib/media/pcm-format'

const CHUNK_HEADER_BYTES = 8
const RIFF_HEADER_BYTES = 12
const PCM = 1

/** The parts of a RIFF file by their names; the first of each. */
function chunksOf(wav: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>()
  for (let at = RIFF_HEADER_BYTES; at + CHUNK_HEADER_BYTES <= wav.length; ) {
    const name = wav.toString('latin1', at, at + 4)
    const bytes = wav.readUInt32LE(at + 4)
    const start = at + CHUNK_HEADER_BYTES
    if (!chunks.has(name)) chunks.set(name, wav.subarray(start, start + bytes))
    at = start + bytes + (bytes % 2)
  }
  return chunks
}

/** The PCM data of a WAV with 16 kHz, one channel and 16 bits. Null when it is anything else. */
export function wavPcm(wav: Buffer): Buffer | null {
  if (wav.toString('latin1', 0, 4) !== 'RIFF' || wav.toString('latin1', 8, 12) !== 'WAVE') return null
  const chunks = chunksOf(wav)
  const [format, data] = [chunks.get('fmt '), chunks.get('data')]
  if (!format || format.length < 16 || !data) return null
  const isRight =
    format.readUInt16LE(0) === PCM &&
    format.readUInt16LE(2) === 1 &&
    format.readUInt32LE(4) === PCM_SAMPLE_RATE &&
    format.readUInt16LE(14) === PCM_BYTES_PER_SAMPLE * 8
  return isRight ? data : null
}

/** The samples of such a WAV, from -1 to 1. */
export function wavSamples(wav: Buffer): Float32Array | null {
  const data = wavPcm(wav)
  if (!data) return null
  const samples = new Float32Array(Math.floor(data.length / PCM_BYTES_PER_SAMPLE))
  for (let at = 0; at < samples.length; at++) samples[at] = data.readInt16LE(at * PCM_BYTES_PER_SAMPLE) / 32_768
  return samples
}

/** The same of a chunk that must be such a WAV. Throws Problem `transcriber_failed`. */
export function readSamples(wav: Buffer): Float32Array {
  const samples = wavSamples(wav)
  if (samples) return samples
  const cause = 'the chunk is no WAV of 16 kHz, one channel and 16 bits'
  throw new Problem('transcriber_failed', { context: { retryable: false }, cause })
}
