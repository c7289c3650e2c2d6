import { setTimeout as wait } from 'node:timers/promises'
import { isStopping, ServiceStopping, stoppingSignal } from '../concurrency/stopping'
import { startChild } from './start-child'
import { type Ending, type ProgramRun, watchRun } from './watch-run.mjs'

export type { ProgramRun } from './watch-run.mjs'

type RunOptions = {
  timeoutMs: number
  signal?: AbortSignal | undefined
  /** Most bytes of standard output that are kept; more ends the program. Default 1 MiB. */
  stdoutLimitBytes?: number
  /** Takes standard output as it comes; nothing of it is kept then. */
  onStdout?: (chunk: Buffer) => void
  cwd?: string
  /** Added to the few variables a program needs. */
  env?: Record<string, string>
  /** The system user it runs as; absent: our own. */
  user?: { uid: number; gid: number } | null
}

/** A stop of the machine or of a service group signals one process after the other: a child may get the signal before us. */
const STOP_SPREADS_MS = 250
/** The exit code of ffmpeg after a signal; shells and launchers exit with 128 and the signal's number. */
const CODE_OF_A_SIGNALLED_FFMPEG = 255
const FIRST_SIGNAL_CODE = 129
const LAST_SIGNAL_CODE = 159

/** Whether a program was ended from outside: by a signal, or with an exit code that says so. */
export function wasInterrupted(run: Ending): boolean {
  if (run.ended === 'signalled') return true
  if (run.ended !== 'exited') return false
  const { exitCode } = run
  return exitCode === CODE_OF_A_SIGNALLED_FFMPEG || (exitCode >= FIRST_SIGNAL_CODE && exitCode <= LAST_SIGNAL_CODE)
}

/** How a run ended, in a few words for a log. */
export function describeEnding(run: Ending): string {
  if (run.ended === 'signalled') return `ended by ${run.signalName}`
  return run.ended === 'exited' ? `exit code ${run.exitCode}` : run.ended
}

/** Throws when a failed run may have failed because the service is stopping: that is no verdict about its work. */
async function checkNotStopping(ending: Ending): Promise<void> {
  if (ending.ended === 'exited' && ending.exitCode === 0) return
  if (!isStopping() && wasInterrupted(ending)) {
    await wait(STOP_SPREADS_MS, undefined, { signal: stoppingSignal() }).catch(() => undefined)
  }
  if (isStopping()) throw new ServiceStopping(`a program was cut short: ${describeEnding(ending)}`)
}

/**
 * Runs a program with an array of arguments, without a shell, in a separate process group with no standard input and a
 * small environment. The group is killed when it times out, writes too much, or is aborted. Rejects with the signal's
 * reason when aborted, with `ServiceStopping` when it failed while this service stops, and with the system's error when
 * the program can't be started.
 */
export async function runProgram(
  path: string,
  args: readonly string[],
  { signal, cwd, env, user, ...bounds }: RunOptions,
): Promise<ProgramRun> {
  signal?.throwIfAborted()
  if (isStopping()) throw new ServiceStopping('no program is started any more')
  const child = startChild(path, args, { cwd, env, ...user, stdio: ['ignore', 'pipe', 'pipe'] })
  signal?.addEventListener('abort', child.end, { once: true })
  try {
    const run = await watchRun(child.process, child.end, bounds)
    signal?.throwIfAborted()
    await checkNotStopping(run)
    return run
  } finally {
    signal?.removeEventListener('abort', child.end)
  }
}
