import path from 'node:path'
import { z } from 'zod'
import type { Recogniser } from '@/lib/speech/recognisers/recogniser'
import { startRecogniser } from '@/lib/speech/recognisers/start-recogniser'
import type { Moonshine } from './find-moonshine'

const confidenceSchema = z
  .object({ log_probability: z.number(), tokens: z.int().positive() })
  .transform(({ log_probability, tokens }) => ({ logProbability: log_probability, tokens }))

/** The process writes seconds. */
const intervalSchema = z
  .tuple([z.number(), z.number()])
  .transform(([start, end]) => ({ startMs: Math.round(start * 1000), endMs: Math.round(end * 1000) }))

/**
 * A stretch of speech: its text, how sure the model is of it, and the intervals with a voice, from the start of the samples.
 */
const stretchSchema = z.object({
  text: z.string(),
  confidence: confidenceSchema.nullable(),
  speech: z.array(intervalSchema).min(1),
})

export type Stretch = z.infer<typeof stretchSchema>

const stretchesSchema = z.array(stretchSchema)

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
