import { z } from 'zod'

/** A stretch of speech: what was said, and where in it somebody speaks, in seconds from the start of the samples. */
const stretchSchema = z.object({
  text: z.string(),
  speech: z.array(z.tuple([z.number(), z.number()])).min(1),
})

export type Stretch = z.infer<typeof stretchSchema>

/** What the child says: that it has loaded its model, what it heard, or why it could not. */
export const replySchema = z.union([
  z.object({ loaded: z.literal(true) }),
  z.object({ transcribed: z.array(stretchSchema) }),
  z.object({ failed: z.string() }),
])
