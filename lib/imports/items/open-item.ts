import { z } from 'zod'
import { db } from '@/lib/core/db/db'
import { SourceField } from '@/lib/core/generated/prisma/enums'
import { episodeMedia } from '@/lib/podcasts/episode-media'

const text = z.string().nullable()

/**
 * A running item: an episode with the facts of its feed, a video (`episode` null) by its link, or an item of a batch, of which
 * `audioUrl` is what the request has in `field`.
 */
export const openItem = z.object({
  position: z.int(),
  host: z.string(),
  videoId: text,
  audioUrl: z.string(),
  field: z.enum(SourceField).nullable(),
  lang: text,
  episode: episodeMedia.nullable(),
  jobId: text,
  failures: z.int(),
})
export type OpenItem = z.infer<typeof openItem>

/** The running episodes of an import: begun by a process that has died, or in an earlier round. */
export async function findOpenItems(batchId: string): Promise<OpenItem[]> {
  const rows = await db().importItem.findMany({
    where: { batchId, state: 'in_progress' },
    select: {
      position: true,
      host: true,
      videoId: true,
      audioUrl: true,
      field: true,
      lang: true,
      episode: true,
      jobId: true,
      failures: true,
    },
    orderBy: { position: 'asc' },
  })
  return rows.map((row) => openItem.parse(row))
}
