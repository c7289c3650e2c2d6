import { clearSingleton, singletonPromise } from '@/lib/core/concurrency/singleton'
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

/** The output of the program, or why the library can't be used on this machine. */
export type LibraryState = { output: string } | { trouble: string }

const keyOf = (name: string) => `speech library ${name}`

async function probe({ name, program, args, explain }: LibraryProbe): Promise<LibraryState> {
  const run = await runProgram(program, args, { timeoutMs: PROBE_TIMEOUT_MS })
  if (run.ended === 'exited' && run.exitCode === 0) return { output: run.stdout.toString('utf8') }
  const isCrash = run.ended === 'signalled' && CRASHES.has(run.signalName)
  if (run.ended === 'timedOut' || (!isCrash && wasInterrupted(run))) {
    throw new Problem('service_unavailable', { cause: `the speech library was not tried out: ${describeEnding(run)}` })
  }
  const { stdout: _, ...particulars } = run
  log.warn('the speech library could not be loaded', { library: name, ...particulars })
  const trouble =
    explain(run) ?? `The speech library ${name} does not load on this machine; the log says why. Use another engine.`
  return { trouble }
}

/**
 * Whether a native library can be used on this machine. Found out once, in a child. Throws `service_unavailable` when that child was
 * ended or hung: then the next call asks anew.
 */
export function probeLibrary(library: LibraryProbe): Promise<LibraryState> {
  return singletonPromise(keyOf(library.name), () => probe(library))
}

/** Has the next caller find out anew about a library that was installed again. */
export function forgetLibrary(name: string): void {
  clearSingleton(keyOf(name))
}
