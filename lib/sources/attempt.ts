import { networkProblem } from '@/lib/net/network-problem'
import { startUpstreamDeadline } from '@/lib/net/start-upstream-deadline'
import { log } from '@/lib/platform/log'
import { Problem } from '@/lib/platform/problem'
import { isServiceStopping } from '@/lib/platform/stopping'
import { withoutSecrets } from '@/lib/platform/without-secrets'

/**
 * One attempt at a source: by which extractor, its result (`ok`, `empty`, or the code of a problem), and its duration.
 * `reason`: the message of the other side or program on failure, for the operator.
 */
export type Attempt = { way: string; outcome: string; elapsedMs: number; reason?: string }

export type Tried<T> = { value: T; problem: null } | { value: null; problem: Problem }

/** The cause of a problem, in a line without secrets. */
function reasonFor({ cause }: Problem): { reason?: string } {
  const said = cause instanceof Error ? `${cause.name}: ${cause.message}` : cause
  return typeof said === 'string' && said !== '' ? { reason: withoutSecrets(said) } : {}
}

/** A failed attempt, as the trace stores it. */
export function failedAttempt(way: string, problem: Problem, startedAtMs: number): Attempt {
  const elapsedMs = Math.round(performance.now() - startedAtMs)
  return { way, outcome: problem.code, elapsedMs, ...reasonFor(problem) }
}

function toReported(error: unknown, way: string): Problem {
  const known = networkProblem(error)
  if (known) return known
  // A library that fails on an unknown response must not stop the other extractors.
  log.warn('an answer of a source was not understood', { way, error })
  return new Problem('upstream_changed', { cause: error })
}

/**
 * Runs one extractor within `timeBudget` times its usual time limit and records it in `trace`. A failure is returned as
 * a Problem, so that the next one can be tried; only the caller’s own abort is thrown.
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
