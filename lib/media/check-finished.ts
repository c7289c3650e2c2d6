import { Problem } from '@/lib/platform/problem'
import { describeEnding, type ProgramRun, wasInterrupted } from '@/lib/platform/programs/run-program'

/**
 * Throws `service_unavailable` when a program crashed, hung, or was ended from outside, as a machine does that is out of
 * memory: that says nothing of the file it was at, and another try may do.
 */
export function checkFinished(run: ProgramRun, name: string): void {
  if (run.ended !== 'timedOut' && !wasInterrupted(run)) return
  throw new Problem('service_unavailable', {
    detail: `${name} did not finish reading this recording. Nothing was charged; try again, or send the recording in another format.`,
    cause: `${name}: ${describeEnding(run)}\n${run.stderr.trim()}`.trim(),
  })
}
