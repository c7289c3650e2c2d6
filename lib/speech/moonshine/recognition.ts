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

/** A reply of the child: its model is loaded, the recognised speech, or why it failed. */
export const replySchema = z.union([
  z.object({ loaded: z.literal(true) }),
  z.object({ transcribed: z.array(stretchSchema) }),
  z.object({ failed: z.string() }),
])
