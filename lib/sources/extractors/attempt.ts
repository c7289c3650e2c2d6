import type { MediaRef } from '@/lib/archive/media/media-ref'
import { isSourceFault, type Problem } from '@/lib/core/problem/problem'
import { startUpstreamDeadline } from '@/lib/net/network-problem'
import { causeOf, keepAnswer } from '../answers/keep-answer'
import { withNotedAnswers } from '../answers/noted-answer'

/**
 * One attempt at a source: by which extractor, its result (`ok`, `empty`, or the code of a problem), and its duration.
 * `reason`: the message of the other side or program on failure, for the operator.
 */
export type Attempt = { way: string; outcome: string; elapsedMs: number; reason?: string }

export type AttemptResult<T> = { value: T; problem: null } | { value: null; problem: Problem }

/** A failed attempt, as the trace stores it. */
export function failedAttempt(way: string, problem: Problem, startedAtMs: number): Attempt {
  const elapsedMs = Math.round(performance.now() - startedAtMs)
  const reason = causeOf(problem)
  return { way, outcome: problem.code, elapsedMs, ...(reason === null ? {} : { reason }) }
}

type Asked = { ref: Pick<MediaRef, 'platform'>; trace: Attempt[]; signal: AbortSignal; timeBudget?: number }

/** `outcomeOf`: what the trace shows for a value, by default `ok`. */
type Way<T> = { name: string; timeoutMs: number; outcomeOf?: (value: T) => string }

/**
 * Runs one extractor within `timeBudget` times its usual time limit and records it in `trace`. A failure of the source is
 * returned as a Problem, so that the next one can be tried. The caller’s own abort is thrown, and so is a fault of this
 * service. An answer that was not understood is kept for the operator.
 */
export async function attempt<T>(
  way: Way<T>,
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
    note(way.outcomeOf?.(value) ?? 'ok')
    return { value, problem: null }
  } catch (error) {
    if (signal.aborted) {
      note('out of time')
      throw signal.reason
    }
    if (!isSourceFault(error)) throw error
    trace.push(failedAttempt(way.name, error, startedAt))
    keepAnswer({ platform: ref.platform, extractor: way.name, problem: error, answer: noted.answer() })
    return { value: null, problem: error }
  } finally {
    deadline.stop()
  }
}
