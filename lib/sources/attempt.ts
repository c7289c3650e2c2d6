import { networkProblem } from '@/lib/net/network-problem'
import { startUpstreamDeadline } from '@/lib/net/start-upstream-deadline'
import { log } from '@/lib/platform/log'
import { Problem } from '@/lib/platform/problem'
import { isServiceStopping } from '@/lib/platform/stopping'
import { withoutSecrets } from '@/lib/platform/without-secrets'

/**
 * One thing that was tried at a source: how, what came of it (`ok`, `empty`, or the code of a problem), and in what time.
 * `reason`: what the other side or program said when it failed, for the operator.
 */
export type Attempt = { way: string; outcome: string; elapsedMs: number; reason?: string }

export type Tried<T> = { value: T; problem: null } | { value: null; problem: Problem }

/** What is behind a problem, in a line without secrets. */
function reasonFor({ cause }: Problem): { reason?: string } {
  const said = cause instanceof Error ? `${cause.name}: ${cause.message}` : cause
  return typeof said === 'string' && said !== '' ? { reason: withoutSecrets(said) } : {}
}

/** A try that failed, as a trace holds it. */
export function failedAttempt(way: string, problem: Problem, startedAtMs: number): Attempt {
  const elapsedMs = Math.round(performance.now() - startedAtMs)
  return { way, outcome: problem.code, elapsedMs, ...reasonFor(problem) }
}

function toReported(error: unknown, way: string): Problem {
  const known = networkProblem(error)
  if (known) return known
  // A library that stumbles over an answer nobody has seen before must not take the other ways with it.
  log.warn('an answer of a source was not understood', { way, error })
  return new Problem('upstream_changed', { cause: error })
}

/**
 * Tries one way within its time, `patience` times as long as usual, and writes it down in `trace`. What goes wrong is given as a Problem, so that the next way
 * can be tried; only the caller's own abort is thrown.
 */
export async function attempt<T>(
  way: { name: string; timeoutMs: number },
  { trace, signal, timeBudget = 1 }: { trace: Attempt[]; signal: AbortSignal; timeBudget?: number },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Tried<T>> {
  signal.throwIfAborted()
  const startedAt = performance.now()
  const note = (outcome: string) => {
    trace.push({ way: way.name, outcome, elapsedMs: Math.round(performance.now() - startedAt) })
  }
  const deadline = startUpstreamDeadline(way.timeoutMs * timeBudget, signal)
  try {
    const value = await deadline.race(work(deadline.signal))
    note('ok')
    return { value, problem: null }
  } catch (error) {
    if (signal.aborted) {
      note('out of time')
      throw signal.reason
    }
    if (isServiceStopping(error)) throw error
    const problem = toReported(error, way.name)
    trace.push(failedAttempt(way.name, problem, startedAt))
    return { value: null, problem }
  } finally {
    deadline.stop()
  }
}
