import { setTimeout as delay } from 'node:timers/promises'
import { singleton } from '@/lib/core/concurrency/singleton'

/** The least time between two episodes from one host. */
const GAP_MS = 100
/** The most hosts that are remembered: the wait for older ones has ended. */
const MAX_HOSTS = 1000

/** Waits until the next episode may be requested from a host, so that concurrent requests are spread out. */
export async function waitForHost(host: string, signal: AbortSignal): Promise<void> {
  const nextStarts = singleton('import-hosts', () => new Map<string, number>())
  const now = performance.now()
  const turn = Math.max(now, nextStarts.get(host) ?? 0)
  nextStarts.delete(host)
  nextStarts.set(host, turn + GAP_MS)
  const [oldest] = nextStarts.keys()
  if (nextStarts.size > MAX_HOSTS && oldest !== undefined) nextStarts.delete(oldest)
  if (turn > now) await delay(turn - now, undefined, { signal })
}
