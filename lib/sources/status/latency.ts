/** The upper ends of the buckets that latencies are counted in, in milliseconds. Stored with each count: add, never change. */
const BOUNDS_MS = [
  50, 100, 200, 300, 400, 500, 700, 1_000, 1_500, 2_000, 3_000, 4_000, 5_000, 7_000, 9_000, 12_000, 20_000, 30_000,
  60_000, 120_000, 300_000, 3_600_000,
] as const

const LAST_MS = 3_600_000

/** The upper end of the bucket that a latency falls into. */
export function latencyBucket(elapsedMs: number): number {
  return BOUNDS_MS.find((bound) => elapsedMs <= bound) ?? LAST_MS
}

/**
 * An estimate of a percentile (0 to 1), in milliseconds, from counts by the upper end of their bucket: within its bucket
 * the values are taken to be spread evenly. Null when nothing was counted.
 */
export function percentile(counts: ReadonlyMap<number, number>, share: number): number | null {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let below = 0
  for (const [index, bound] of BOUNDS_MS.entries()) {
    const count = counts.get(bound) ?? 0
    if (count > 0 && below + count >= share * total) {
      const from = BOUNDS_MS[index - 1] ?? 0
      return Math.round(from + ((share * total - below) / count) * (bound - from))
    }
    below += count
  }
  return LAST_MS
}
