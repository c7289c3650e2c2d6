import { expect, test } from 'vitest'
import { levelSamples } from './level-samples'

/** Twenty seconds of silence with a second of a tone of this height. */
const tone = (height: number) =>
  Float32Array.from({ length: 320_000 }, (_, at) => (at > 80_000 && at < 96_000 ? height * Math.sin(at / 8) : 0))
const peakOf = (samples: Float32Array) => samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)

test('quiet speech is raised to the level of normal speech, and normal speech stays as it is', () => {
  const normal = tone(0.3)
  expect(levelSamples(normal)).toBe(normal)
  const raised = [0.03, 0.003].map((height) => peakOf(levelSamples(tone(height))))
  for (const peak of raised) expect(peak).toBeCloseTo(0.05 * Math.SQRT2, 2)
})

test('silence stays silent, and noise of one bit stays quiet', () => {
  expect(peakOf(levelSamples(new Float32Array(16_000)))).toBe(0)
  expect(peakOf(levelSamples(tone(1 / 32_768)))).toBeLessThan(0.01)
  expect(levelSamples(new Float32Array())).toHaveLength(0)
})

test('a click does not keep speech quiet', () => {
  const samples = tone(0.003)
  samples[10] = 1
  const leveled = levelSamples(samples)
  expect(peakOf(leveled)).toBe(1)
  expect(peakOf(leveled.subarray(480))).toBeCloseTo(0.05 * Math.SQRT2, 2)
})
