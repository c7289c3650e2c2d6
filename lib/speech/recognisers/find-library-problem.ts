import { singletonPromise } from '@/lib/core/concurrency/singleton'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { describeEnding, type ProgramRun, runProgram, wasInterrupted } from '@/lib/core/programs/run-program'

export type LibraryProbe = {
  /** The library's name, for people. */
  name: string
  /** The program that loads the library and ends, with its arguments. */
  program: string
  args: readonly string[]
  /** The reason for a failed run, for people; null: only that the library could not be loaded. */
  explain: (run: ProgramRun) => string | null
}

const PROBE_TIMEOUT_MS = 30_000
/** The signals by which a library ends its own process: it would do so again. */
const CRASHES: ReadonlySet<NodeJS.Signals> = new Set([
  'SIGILL',
  'SIGSEGV',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGTRAP',
  'SIGSYS',
])

/** The reason why the library can't be loaded on this machine, or null. */
async function probe({ name, program, args, explain }: LibraryProbe): Promise<string | null> {
  const run = await runProgram(program, args, { timeoutMs: PROBE_TIMEOUT_MS })
  if (run.ended === 'exited' && run.exitCode === 0) return null
  const isCrash = run.ended === 'signalled' && CRASHES.has(run.signalName)
  if (run.ended === 'timedOut' || (!isCrash && wasInterrupted(run))) {
    throw new Problem('service_unavailable', { cause: `the speech library was not tried out: ${describeEnding(run)}` })
  }
  const { stdout: _, ...particulars } = run
  log.warn('the speech library could not be loaded', { library: name, ...particulars })
  return (
    explain(run) ?? `The speech library ${name} does not load on this machine; the log says why. Use another engine.`
  )
}

/**
 * Why a native library can't be used on this machine; null when it can. Found out once, in a child. Throws
 * `service_unavailable` when that child was ended or hung: then the next call asks anew.
 */
export function findLibraryProblem(library: LibraryProbe): Promise<string | null> {
  return singletonPromise(`speech library ${library.name}`, () => probe(library))
}
