import { type Deadline, startDeadline } from '@/lib/core/concurrency/start-deadline'
import { Problem } from '@/lib/core/problem/problem'

/** A deadline for another server: it aborts with Problem `upstream_timeout`, or with the caller's own reason before. */
export function startUpstreamDeadline(timeoutMs: number, callerSignal?: AbortSignal): Deadline {
  const signals = callerSignal ? [callerSignal] : []
  return startDeadline({ signals, timeoutMs, late: () => new Problem('upstream_timeout') })
}
