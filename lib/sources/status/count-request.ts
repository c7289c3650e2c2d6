import { bufferCounts } from '@/lib/core/db/buffered-counts'
import type { PlatformRequestKind } from '@/lib/core/generated/prisma/enums'
import { metrics } from '@/lib/core/metrics'
import type { Platform } from '@/lib/platforms/platforms'
import { latencyBucket } from './latency'
import { addRequestCounts, type RequestCount } from './request-count-table'
import { ANSWERED, outcomeOfError } from './request-outcome'

const INTERVAL_MS = 300_000

const counts = bufferCounts<RequestCount>({
  name: 'requests to platforms',
  keyOf: ({ startedAtMs, platform, kind, outcome, latencyMs }) =>
    `${startedAtMs} ${platform} ${kind} ${outcome} ${latencyMs}`,
  join: (one, other) => ({ ...one, count: one.count + other.count }),
  write: addRequestCounts,
})

/** Writes the counts of this process to the database. What can't be written waits for the next time. */
export const flushRequestCounts = counts.flush

export type PlatformRequest = { platform: Platform; kind: PlatformRequestKind; outcome: string; elapsedMs: number }

/** Counts a request to a platform: in the metrics of this process, and seconds later in the database. */
export function countRequest({ platform, kind, outcome, elapsedMs }: PlatformRequest, nowMs = Date.now()): void {
  metrics().platformRequests.observe({ platform, kind, outcome }, elapsedMs / 1000)
  const startedAtMs = nowMs - (nowMs % INTERVAL_MS)
  counts.add({ startedAtMs, platform, kind, outcome, latencyMs: latencyBucket(elapsedMs), count: 1 })
}

/** Does `work`, which sends a request to a platform, and counts its outcome. Returns and throws what the work does. */
export async function countedRequest<T>(
  { platform, kind }: Pick<PlatformRequest, 'platform' | 'kind'>,
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now()
  const count = (outcome: string) =>
    countRequest({ platform, kind, outcome, elapsedMs: Math.round(performance.now() - startedAt) })
  try {
    const result = await work()
    count(ANSWERED)
    return result
  } catch (error) {
    const outcome = outcomeOfError(error)
    if (outcome !== null) count(outcome)
    throw error
  }
}
