import path from 'node:path'
import { probeLibrary } from '@/lib/speech/recognisers/probe-library'

/**
 * Where the child's program lies, in the project's folder, in which every command runs. It is put together so that no
 * bundler takes it for a part of the pages.
 */
export function recogniserEntry(): string {
  return [process.cwd(), 'lib', 'speech', 'sherpa', 'recogniser-child.mjs'].join(path.sep)
}

/** Why sherpa-onnx can't be used on this machine; null when it can. Throws `service_unavailable` when that is not known. */
export async function findSherpaProblem(): Promise<string | null> {
  const state = await probeLibrary({
    name: 'sherpa-onnx',
    program: process.execPath,
    args: [recogniserEntry(), 'probe'],
    explain: (run) => {
      if (run.ended === 'signalled' && run.signalName === 'SIGILL')
        return 'The speech library sherpa-onnx wants a processor with AVX, which this one is not.'
      if (run.stderr.includes('Could not find sherpa-onnx-node'))
        return `The speech library sherpa-onnx has no working build for ${process.platform}-${process.arch} here. Install the packages again (npm ci), or use another engine.`
      return null
    },
  })
  return 'trouble' in state ? state.trouble : null
}
