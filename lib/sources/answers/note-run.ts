import type { ProgramRun } from '@/lib/core/programs/run-program'
import { noteAnswer } from './noted-answer'

/** Notes what a program printed about a platform: its result, or why there is none. */
export function noteRun(run: ProgramRun): void {
  const isResult = run.ended === 'exited' && run.exitCode === 0
  const body = isResult ? run.stdout : Buffer.from(run.stderr)
  noteAnswer({ url: null, status: null, contentType: null, body })
}
