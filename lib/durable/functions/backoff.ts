const MINUTE_MS = 60_000

/** The delays of Inngest's servers before the second attempt, the third …, in milliseconds. */
export const SERVER_BACKOFF_MS: readonly number[] = [
  15_000,
  30_000,
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  20 * MINUTE_MS,
  40 * MINUTE_MS,
  60 * MINUTE_MS,
  120 * MINUTE_MS,
]

/** How long to wait after an attempt (0 is the first) has failed. The table's last value repeats. */
export function backoffMs(table: readonly number[], attempt: number): number {
  return table[Math.min(attempt, table.length - 1)] ?? 0
}
