/** The time that is left for an answer at once, and the caller's own going away. */
export type Budget = { signal: AbortSignal; limit: AbortSignal; caller: AbortSignal }

/** Starts the time for an answer at once. */
export function startBudget(budgetMs: number, caller: AbortSignal): Budget {
  const limit = AbortSignal.timeout(budgetMs)
  return { limit, caller, signal: AbortSignal.any([limit, caller]) }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}

/**
 * What `work` gives, or null when the time is up, or when work that is shared with others ran out of its own. Work that
 * goes on after that is nobody's concern here. Throws what `work` throws, and the caller's reason when it has gone.
 */
export async function withinBudget<T>(budget: Budget, work: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
  const working = work(budget.signal)
  // Who no longer waits for it does not hear of its end either.
  working.catch(() => undefined)
  try {
    return await Promise.race([working, aborted(budget.signal)])
  } catch (error) {
    if (budget.caller.aborted) throw budget.caller.reason
    if (budget.limit.aborted || isTimeout(error)) return null
    throw error
  }
}
