/**
 * How long to wait before another attempt, after so many: twice as long each time up to `mostMs`, of which a random half to all, so that
 * processes that lost the same server do not return to it together.
 */
export function waitBeforeRetryMs(attempts: number, { firstMs, mostMs }: { firstMs: number; mostMs: number }): number {
  return Math.min(mostMs, firstMs * 2 ** attempts) * (0.5 + Math.random() / 2)
}
