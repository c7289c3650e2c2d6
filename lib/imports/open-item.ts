import { z } from 'zod'
import { db } from '@/lib/platform/db'

const text = z.string().nullable()

/** What the feed told of an episode, as its row holds it. */
const episode = z.object({
  title: z.string(),
  author: z.string(),
  thumbnailUrl: text,
  publishedAt: z.coerce.date().nullable(),
  durationMs: z.int().nullable(),
  kind: z.enum(['audio', 'video']),
  lang: text,
  transcripts: z.array(z.object({ url: z.string(), type: text, lang: text, rel: text })),
  audioUrl: z.string(),
  // Null too in rows of the first release, which did not keep it.
  source: z.object({ url: z.string(), servedBy: z.string(), listed: z.boolean() }).nullable().default(null),
})

/** An episode that has been begun. */
export const openItem = z.object({
  position: z.int(),
  host: z.string(),
  videoId: z.string(),
  episode,
  jobId: text,
  failures: z.int(),
})
export type OpenItem = z.infer<typeof openItem>

/** The episodes of an import that were begun before: by a process that is gone, or in the round before. */
export async function findOpenItems(batchId: string): Promise<OpenItem[]> {
  const rows = await db().importItem.findMany({
    where: { batchId, state: 'in_progress' },
    select: { position: true, host: true, videoId: true, episode: true, jobId: true, failures: true },
    orderBy: { position: 'asc' },
  })
  return rows.map((row) => openItem.parse(row))
}
