import type { LibraryItem, Prisma } from '@/lib/core/generated/prisma/client'
import { deleteStoredResponses } from '../removal/removal-queries'
import { tagNames } from '../tags/tag-table'
import { findLinks } from './trashed-links'

/**
 * Moves a user's library item, locked and without running jobs, to the trash. Its row goes, and with it the public page
 * and all that leads to it, so that no read finds the item; transcript and file stay.
 */
export async function moveToTrash(tx: Prisma.TransactionClient, libraryItem: LibraryItem): Promise<void> {
  const { id, userId, mediaId, requestedLang, alsoRequested, jobId, coveredMs, transcriptId, createdAt } = libraryItem
  const { title, author, thumbnailUrl, publishedAt, customTitle, durationSeconds, totalSeconds } = libraryItem
  const { links, slug, storedIds } = await findLinks(tx, userId, id)
  const target = { mediaId, requestedLang, alsoRequested, jobId, coveredMs, transcriptId, createdAt }
  const described = { title, author, thumbnailUrl, publishedAt, customTitle, durationSeconds, totalSeconds }
  const tags = await tagNames(tx, id)
  await tx.trashedItem.create({ data: { id, userId, ...target, ...described, slug, tags, links } })
  await deleteStoredResponses(tx, userId, storedIds)
  await tx.jobCaller.deleteMany({ where: { userId, libraryItemId: id } })
  await tx.libraryItem.delete({ where: { id } })
}
