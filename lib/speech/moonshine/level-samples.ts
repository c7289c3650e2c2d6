const FRAME_SAMPLES = 480
/** The level of quiet but well recorded speech; a chunk that is louder stays as it is. */
const TARGET_LEVEL = 0.05
/** The share of the frames that are quieter than the chunk's level: half a second of speech in half a minute sets it. */
const LEVEL_SHARE = 0.98
/** 50 dB: more would raise the noise of 16 bits to the level of speech. */
const MAX_GAIN = 316

function levelOf(samples: Float32Array): number {
  const levels: number[] = []
  for (let start = 0; start < samples.length; start += FRAME_SAMPLES) {
    const frame = samples.subarray(start, start + FRAME_SAMPLES)
    levels.push(Math.sqrt(frame.reduce((sum, sample) => sum + sample * sample, 0) / frame.length))
  }
  return levels.sort((a, b) => a - b)[Math.floor(LEVEL_SHARE * levels.length)] ?? 0
}

/**
 * The samples of a chunk, raised to the level at which a detector of speech works well where they are quieter, by 50 dB at most. Samples
 * that would be too loud are cut off: a click must not keep speech quiet.
 */
export function levelSamples(samples: Float32Array): Float32Array {
  const gain = Math.min(TARGET_LEVEL / levelOf(samples), MAX_GAIN)
  return gain > 1 ? samples.map((sample) => Math.max(-1, Math.min(1, sample * gain))) : samples
}
