/** A chunk that was transcribed: when, and how much speech it has. */
export type FinishedChunk = { finishedMs: number; speechMs: number }

/** A pace that was observed for less is chance. */
const MIN_OBSERVED_MS = 1000

/**
 * About how many seconds the rest of the speech takes, by the pace of the chunks that were finished, in the order in which they
 * were; null without a pace. The time before the first one does not count, in which a model may have been loaded or the job
 * been queued. Chunks that were finished together with it show how many are worked on at a time, not how fast.
 */
export function estimateRemainingSeconds(finished: readonly FinishedChunk[], leftMs: number): number | null {
  const [first, last] = [finished[0], finished.at(-1)]
  if (!first || !last) return null
  const observedMs = last.finishedMs - first.finishedMs
  if (observedMs < MIN_OBSERVED_MS) return null
  const togetherMs = observedMs / finished.length / 2
  const later = finished.filter(({ finishedMs }) => finishedMs - first.finishedMs > togetherMs)
  const speechMs = later.reduce((sum, chunk) => sum + chunk.speechMs, 0)
  return ((leftMs / speechMs) * observedMs) / 1000
}

/** An estimate as it is shown, so that it does not flicker: to 5 seconds in the last minute, to 10 up to five minutes, then to 30. */
export function roundEstimate(seconds: number): number {
  const step = seconds < 60 ? 5 : seconds < 300 ? 10 : 30
  return Math.max(step, Math.ceil(seconds / step) * step)
}
