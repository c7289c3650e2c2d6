import type { MediaRef } from '@/lib/archive/media/media-ref'
import { networkProblem } from '@/lib/net/network-problem'
import { startUpstreamDeadline } from '@/lib/net/start-upstream-deadline'
import { isServiceStopping } from '@/lib/platform/concurrency/stopping'
import { log } from '@/lib/platform/log'
import { Problem } from '@/lib/platform/problem/problem'
import { withoutSecrets } from '@/lib/platform/secrets/without-secrets'
import { keepAnswer } from '../answers/keep-answer'
import { withNotedAnswers } from '../answers/noted-answer'

/**
 * One attempt at a source: by which extractor, its result (`ok`, `empty`, or the code of a problem), and its duration.
 * `reason`: the message of the other side or program on failure, for the operator.
 */
export type Attempt = { way: string; outcome: string; elapsedMs: number; reason?: string }

export type AttemptResult<T> = { value: T; problem: null } | { value: null; problem: Problem }

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
  log.warn('a response of a source was not understood', { way, error })
  return new Problem('upstream_changed', { cause: error })
}

type Asked = { ref: Pick<MediaRef, 'platform'>; trace: Attempt[]; signal: AbortSignal; timeBudget?: number }

/**
 * Runs one extractor within `timeBudget` times its usual time limit and records it in `trace`. A failure is returned as
 * a Problem, so that the next one can be tried; only the caller’s own abort is thrown. An answer that was not understood is
 * kept for the operator.
 */
export async function attempt<T>(
  way: { name: string; timeoutMs: number },
  { ref, trace, signal, timeBudget = 1 }: Asked,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<AttemptResult<T>> {
  signal.throwIfAborted()
  const startedAt = performance.now()
  const note = (outcome: string) => {
    trace.push({ way: way.name, outcome, elapsedMs: Math.round(performance.now() - startedAt) })
  }
  const deadline = startUpstreamDeadline(way.timeoutMs * timeBudget, signal)
  const noted = withNotedAnswers(() => work(deadline.signal))
  try {
    const value = await deadline.race(noted.result)
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
    keepAnswer({ platform: ref.platform, extractor: way.name, problem, answer: noted.answer() })
    return { value: null, problem }
  } finally {
    deadline.stop()
  }
}
