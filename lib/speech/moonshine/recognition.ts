import { z } from 'zod'

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

export const stretchesSchema = z.array(stretchSchema)
