import { z } from 'zod'

const confidenceSchema = z
  .object({ log_probability: z.number(), tokens: z.int().positive() })
  .transform(({ log_probability, tokens }) => ({ logProbability: log_probability, tokens }))

/**
 * A stretch of speech: what was said, how sure the model is of it, and where in it somebody speaks, in seconds from the start of the
 * samples.
 */
const stretchSchema = z.object({
  text: z.string(),
  confidence: confidenceSchema.nullable(),
  speech: z.array(z.tuple([z.number(), z.number()])).min(1),
})

export type Stretch = z.infer<typeof stretchSchema>

export const stretchesSchema = z.array(stretchSchema)
