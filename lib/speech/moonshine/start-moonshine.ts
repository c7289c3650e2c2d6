import path from 'node:path'
import type { Recogniser } from '@/lib/speech/recognisers/recogniser'
import { startRecogniser } from '@/lib/speech/recognisers/start-recogniser'
import type { Moonshine } from './find-moonshine'
import { type Stretch, stretchesSchema } from './recognition'

/** The program of the child, for Python; put together so that no bundler takes it for a part of the pages. */
export function moonshineArgs({ folder }: Moonshine): string[] {
  const program = [process.cwd(), 'lib', 'speech', 'moonshine', 'moonshine-child.py'].join(path.sep)
  // Neither the user's Python packages nor variables of the environment change what it loads.
  return ['-I', program, folder]
}

/** Starts a child of Moonshine, which has not loaded its model. */
export function startMoonshine(moonshine: Moonshine): Recogniser<Stretch[]> {
  return startRecogniser({ program: moonshine.python, args: moonshineArgs(moonshine) }, stretchesSchema)
}
