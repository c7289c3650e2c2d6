import type { Prisma } from '@/lib/platform/generated/prisma/client'

/**
 * Deletes the given media that nobody has a transcript of or waits for: title, author and link. The id of a media that
 * somebody has paid for is kept, because it costs nothing the next time. Only for media that nobody has requested in
 * the last minutes.
 */
export async function deleteUnusedMedia(tx: Prisma.TransactionClient, mediaIds: readonly string[]): Promise<void> {
  const unused = {
    id: { in: [...mediaIds] },
    ownerId: null,
    libraryItems: { none: {} },
    transcripts: { none: {} },
    jobs: { none: {} },
  }
  await tx.media.deleteMany({ where: { ...unused, charges: { none: {} } } })
  await tx.media.updateMany({
    where: unused,
    data: { url: '', title: null, author: null, thumbnailUrl: null, publishedAt: null },
  })
}
