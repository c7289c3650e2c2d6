import { z } from 'zod'

/**
 * The recognition of the library: its tokens, a space or `▁` before the first of a word, with start and length in seconds.
 */
export const recognitionSchema = z.object({
  text: z.string(),
  tokens: z.array(z.string()),
  timestamps: z.array(z.number()),
  durations: z.array(z.number()).default([]),
})

export type Recognition = z.infer<typeof recognitionSchema>
