import fc from 'fast-check'
import { expect, test } from 'vitest'
import { latencyBucket, percentile } from './latency'

function countAll(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(latencyBucket(value), (counts.get(latencyBucket(value)) ?? 0) + 1)
  return counts
}

test('a latency falls into the first bucket that ends at it or above it', () => {
  expect([0, 50, 51, 5_000, 5_001, 3_600_001].map(latencyBucket)).toEqual([50, 50, 100, 5_000, 7_000, 3_600_000])
})

test('percentiles of a hundred look-ups of a second and ten of eight are a second and seven to nine', () => {
  const counts = countAll([...Array<number>(90).fill(1_000), ...Array<number>(10).fill(8_000)])
  expect(percentile(counts, 0.5)).toBeGreaterThan(700)
  expect(percentile(counts, 0.5)).toBeLessThanOrEqual(1_000)
  expect(percentile(counts, 0.95)).toBeGreaterThan(7_000)
  expect(percentile(counts, 0.95)).toBeLessThanOrEqual(9_000)
})

test('nothing counted has no percentile', () => {
  expect(percentile(new Map(), 0.5)).toBeNull()
})

test('an estimated percentile lies in the bucket of the true one', () => {
  const values = fc.array(fc.integer({ min: 1, max: 3_600_000 }), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(values, fc.constantFrom(0.5, 0.95), (milliseconds, share) => {
      const sorted = [...milliseconds].sort((a, b) => a - b)
      const exact = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
      const estimated = percentile(countAll(milliseconds), share) ?? -1
      expect(latencyBucket(estimated)).toBe(latencyBucket(exact))
    }),
  )
})
