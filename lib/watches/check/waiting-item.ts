import { z } from 'zod'
import { storedEpisode } from '@/lib/imports/items/open-item'

/** What is stored of an item that waits for its day: all that a batch needs of it. */
export const waitingItem = z.object({
  guid: z.string(),
  title: z.string(),
  audioUrl: z.string(),
  publishedAt: z.coerce.date().nullable(),
  durationMs: z.int().nullable(),
  hasCaptions: z.boolean().nullable(),
  episode: storedEpisode.nullable(),
})
