import { Problem } from '@/lib/platform/problem'

export type Deadline = {
  /** Aborts with the reason below. */
  signal: AbortSignal
  /** The outcome of the work, or a rejection with the reason as soon as the signal aborts. */
  race: <T>(work: Promise<T>) => Promise<T>
  stop: () => void
}

/**
 * Starts a deadline: it aborts with Problem `upstream_timeout` after so many milliseconds, or with the caller's own
 * reason when the caller's signal aborts first. Stop it when the work is over.
 */
export function startDeadline(timeoutMs: number, callerSignal?: AbortSignal): Deadline {
  const controller = new AbortController()
  const { signal } = controller
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  // The rejection is for those who race; with none of them at it, it must not end the process.
  aborted.catch(() => undefined)

  const timer = setTimeout(() => controller.abort(new Problem('upstream_timeout')), timeoutMs)
  const forward = () => controller.abort(callerSignal?.reason)
  if (callerSignal?.aborted) forward()
  else callerSignal?.addEventListener('abort', forward, { once: true })

  return {
    signal,
    race: (work) => Promise.race([work, aborted]),
    stop: () => {
      clearTimeout(timer)
      callerSignal?.removeEventListener('abort', forward)
    },
  }
}
