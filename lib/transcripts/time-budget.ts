import { startDeadline } from '@/lib/core/concurrency/start-deadline'

/** The time that is left for an immediate response. */
export type TimeBudget = {
  /** Aborts when the time is up, or the client has disconnected. */
  signal: AbortSignal
  /**
   * The result of `work`, or null when the time is up or shared work has reached its separate time limit. Work that
   * continues after that is ignored. Throws what `work` throws, and the caller's reason when the client has
   * disconnected.
   */
  spend: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T | null>
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}

/** Runs `answer` with a time budget, while the client is connected. Returns and throws what it does. */
export async function withTimeBudget<T>(
  budgetMs: number,
  caller: AbortSignal,
  answer: (budget: TimeBudget) => Promise<T>,
): Promise<T> {
  const deadline = startDeadline({ signals: [caller], timeoutMs: budgetMs })
  const spend: TimeBudget['spend'] = async (work) => {
    const working = work(deadline.signal)
    // Work whose caller has left must not raise an unhandled rejection.
    working.catch(() => undefined)
    try {
      return await deadline.race(working)
    } catch (error) {
      if (caller.aborted) throw caller.reason
      if (deadline.isLate() || isTimeout(error)) return null
      throw error
    }
  }
  try {
    return await answer({ signal: deadline.signal, spend })
  } finally {
    deadline.stop()
  }
}
