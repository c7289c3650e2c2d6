import type { Prisma } from '@/lib/platform/generated/prisma/client'

/**
 * Removes what is known of recordings, of these, of which nobody has a text or waits for one: title, author and link. Of those
 * that somebody has paid for the id stays, because they cost nothing the next time. To be called for recordings that nobody
 * has met in the last minutes.
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
