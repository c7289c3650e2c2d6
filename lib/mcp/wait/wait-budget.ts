import { singleton } from '@/lib/core/concurrency/singleton'
import { type Deadline, startDeadline } from '@/lib/core/concurrency/start-deadline'

/** Clients give up on a call after 60 s; before that they get a result that says how to continue. */
export const MAX_WAIT_SECONDS = 45

function waits(): Map<string, Set<AbortController>> {
  return singleton('mcp-waiting', () => new Map())
}

/**
 * Starts a wait whose signal aborts after `MAX_WAIT_SECONDS`, or when `endWait` is called with the same key. Stop it when it is over.
 */
export function startWaitBudget(key: string): Pick<Deadline, 'signal' | 'stop'> {
  const cancel = new AbortController()
  const deadline = startDeadline({ signals: [cancel.signal], timeoutMs: MAX_WAIT_SECONDS * 1000 })
  const group = waits().get(key) ?? new Set()
  waits().set(key, group.add(cancel))
  const stop = () => {
    deadline.stop()
    group.delete(cancel)
    if (group.size === 0) waits().delete(key)
  }
  return { signal: deadline.signal, stop }
}

/**
 * Ends the waiting of a call. There are no sessions, so two windows of one client may have calls with the same id: the
 * other's wait then ends early, with an answer that says how to continue. Waits in other processes are not reached.
 */
export function endWait(key: string): void {
  for (const cancel of waits().get(key) ?? []) cancel.abort()
}
