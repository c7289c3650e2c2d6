import { z } from 'zod'

/** A stretch of speech: what was said, and where in it somebody speaks, in seconds from the start of the samples. */
const stretchSchema = z.object({
  text: z.string(),
  speech: z.array(z.tuple([z.number(), z.number()])).min(1),
})

export type Stretch = z.infer<typeof stretchSchema>

/** A reply of the child: its model is loaded, the recognised speech, or why it failed. */
export const replySchema = z.union([
  z.object({ loaded: z.literal(true) }),
  z.object({ transcribed: z.array(stretchSchema) }),
  z.object({ failed: z.string() }),
])
