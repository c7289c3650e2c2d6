import { setTimeout as delay } from 'node:timers/promises'
import { singleton } from '@/lib/platform/singleton'

/** A server hears of the next episode no sooner than this after the last. */
const GAP_MS = 100
/** More servers than these are not remembered: their turn has long passed. */
const MAX_HOSTS = 1000

/** Waits for the next turn at a server, so that those who come together come one after the other. */
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
