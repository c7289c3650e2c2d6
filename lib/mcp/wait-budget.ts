import { singleton } from '@/lib/platform/singleton'

/** Clients give up on a call after 60 s; before that they get to know how to go on. */
const MAX_WAIT_MS = 45_000

function waiting(): Map<string, Set<AbortController>> {
  return singleton('mcp-waiting', () => new Map())
}

/** Waiting that ends: `signal` is aborted after 45 s, or when `endWait` is called with the same key. */
export type WaitBudget = { signal: AbortSignal; done: () => void }

/** Begins to wait. `done` is to be called when the wait is over. */
export function startWaitBudget(key: string): WaitBudget {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), MAX_WAIT_MS)
  const group = waiting().get(key) ?? new Set()
  waiting().set(key, group.add(controller))
  const done = () => {
    clearTimeout(timer)
    group.delete(controller)
    if (group.size === 0) waiting().delete(key)
  }
  return { signal: controller.signal, done }
}

/**
 * Ends the waiting of a call. There are no sessions, so two windows of one client may have calls of the same id: the
 * other's wait then ends early, with an answer that says how to go on. Waits in other processes are not reached.
 */
export function endWait(key: string): void {
  for (const controller of waiting().get(key) ?? []) controller.abort()
}
