import { runProgram } from '@/lib/media/run-program'
import { log } from '@/lib/platform/log'
import { singleton } from '@/lib/platform/singleton'
import { recogniserEntry } from './recogniser-entry'

const PROBE_TIMEOUT_MS = 30_000

/** What is in the way of the library on this machine, or null when it loads. */
async function probe(): Promise<string | null> {
  const run = await runProgram(process.execPath, [recogniserEntry(), 'probe'], { timeoutMs: PROBE_TIMEOUT_MS })
  if (run.ended === 'exited' && run.exitCode === 0) return null
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

/** Why the native library can't be used on this machine; null when it can. Found out once, in a child. */
export function libraryTrouble(): Promise<string | null> {
  return singleton('sherpa-library', probe)
}
