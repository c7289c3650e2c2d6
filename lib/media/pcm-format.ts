/** The one form in which audio is worked on: 16 kHz, one channel, signed 16-bit little-endian, no header. */
export const PCM_SAMPLE_RATE = 16_000
export const PCM_BYTES_PER_SAMPLE = 2
export const PCM_BYTES_PER_MS = (PCM_SAMPLE_RATE * PCM_BYTES_PER_SAMPLE) / 1000

/** How long the whole samples in so many bytes of it last, in milliseconds, a started one counted whole. */
export function pcmDurationMs(bytes: number): number {
  return Math.ceil((bytes - (bytes % PCM_BYTES_PER_SAMPLE)) / PCM_BYTES_PER_MS)
}
