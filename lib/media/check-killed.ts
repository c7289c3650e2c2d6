import { Problem } from '@/lib/platform/problem'
import type { ProgramRun } from './run-program'

/**
 * Throws `service_unavailable` when a program was killed from outside, as a machine does that is out of memory: that says
 * nothing of the file it was at, and another try may do.
 */
export function checkKilled(run: ProgramRun, name: string): void {
  if (run.ended === 'signalled' && run.signalName === 'SIGKILL') {
    throw new Problem('service_unavailable', { cause: `${name} was killed` })
  }
}
