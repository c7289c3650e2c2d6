import { log } from '@/lib/platform/log'
import { Problem } from '@/lib/platform/problem'
import { describeEnding, runProgram, wasInterrupted } from '@/lib/platform/programs/run-program'
import { forgetSingleton, singleton } from '@/lib/platform/singleton'
import { recogniserEntry } from './recogniser-entry'

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

/** What is in the way of the library on this machine, or null when it loads. */
async function probe(): Promise<string | null> {
  const run = await runProgram(process.execPath, [recogniserEntry(), 'probe'], { timeoutMs: PROBE_TIMEOUT_MS })
  if (run.ended === 'exited' && run.exitCode === 0) return null
  const isCrash = run.ended === 'signalled' && CRASHES.has(run.signalName)
  if (run.ended === 'timedOut' || (!isCrash && wasInterrupted(run))) {
    throw new Problem('service_unavailable', { cause: `the speech library was not tried out: ${describeEnding(run)}` })
  }
  const { stdout: _, ...particulars } = run
  log.warn('the speech library does not load', particulars)
  if (run.ended === 'signalled' && run.signalName === 'SIGILL') {
    return 'The speech library sherpa-onnx wants a processor with AVX, which this one is not.'
  }
  if (run.stderr.includes('Could not find sherpa-onnx-node')) {
    return `The speech library sherpa-onnx has no working build for ${process.platform}-${process.arch} here. Install the packages again (npm ci), or use another engine.`
  }
  return 'The speech library sherpa-onnx does not load on this machine; the log says why. Use another engine.'
}

/**
 * Why the native library can't be used on this machine; null when it can. Found out once, in a child. Throws
 * `service_unavailable` when that child was ended or hung: then the next call asks anew.
 */
export async function libraryTrouble(): Promise<string | null> {
  try {
    return await singleton('sherpa-library', probe)
  } catch (error) {
    forgetSingleton('sherpa-library')
    throw error
  }
}
