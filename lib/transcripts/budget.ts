import { startDeadline } from '@/lib/platform/start-deadline'

/** The time that is left for an answer at once. */
export type TimeBudget = {
  /** Aborts when the time is up, or the caller has gone. */
  signal: AbortSignal
  /**
   * What `work` gives, or null when the time is up, or when work that is shared with others ran out of its own. Work that
   * goes on after that is nobody's concern here. Throws what `work` throws, and the caller's reason when it has gone.
   */
  spend: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T | null>
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}

/** Gives `answer` so much time for an answer at once, as long as the caller is there. Gives and throws what it does. */
export async function withTimeBudget<T>(
  budgetMs: number,
  caller: AbortSignal,
  answer: (budget: TimeBudget) => Promise<T>,
): Promise<T> {
  const deadline = startDeadline({ signals: [caller], timeoutMs: budgetMs })
  const spend: TimeBudget['spend'] = async (work) => {
    const working = work(deadline.signal)
    // Who no longer waits for it does not hear of its end either.
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
