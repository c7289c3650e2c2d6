import { z } from 'zod'

/** What the library heard: its tokens, a space or `▁` before the first of a word, with start and length in seconds. */
export const recognitionSchema = z.object({
  text: z.string(),
  tokens: z.array(z.string()),
  timestamps: z.array(z.number()),
  durations: z.array(z.number()).default([]),
})

export type Recognition = z.infer<typeof recognitionSchema>

/** What the child says: that it has loaded its model, what it heard, or why it could not. */
export const replySchema = z.union([
  z.object({ loaded: z.literal(true) }),
  z.object({ transcribed: recognitionSchema }),
  z.object({ failed: z.string() }),
])
