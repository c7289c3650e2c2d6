import type { Db } from '@/lib/core/db/db'
import type { LibraryItem } from '@/lib/core/generated/prisma/client'
import { indexTitle } from './describe-library-item'
import { mergeTags } from './item-tag-table'

export type LibraryItemTarget = { jobId?: string; transcriptId?: string | null; coveredMs?: number | null }

/** The part of a transcript that two items cover together; null: all of it. */
function mostCovered(one: LibraryItem, other: LibraryItem): number | null {
  if (!one.transcriptId) return other.coveredMs
  if (!other.transcriptId) return one.coveredMs
  return one.coveredMs === null || other.coveredMs === null ? null : Math.max(one.coveredMs, other.coveredMs)
}

/** One public page stays; the slug of the other redirects to it. */
async function mergePublications(tx: Db, from: LibraryItem, into: LibraryItem): Promise<void> {
  await tx.formerSlug.updateMany({ where: { libraryItemId: from.id }, data: { libraryItemId: into.id } })
  const kept = await tx.publication.findUnique({ where: { libraryItemId: into.id } })
  const moved = await tx.publication.findUnique({ where: { libraryItemId: from.id } })
  if (!moved) return
  if (!kept) {
    await tx.publication.update({ where: { slug: moved.slug }, data: { libraryItemId: into.id } })
    return
  }
  const { slug, userId, takenDownAt, takedownReason } = moved
  // A page that the operator has taken down stays down, whichever slug is kept.
  if (takenDownAt && !kept.takenDownAt) {
    await tx.publication.update({ where: { slug: kept.slug }, data: { takenDownAt, takedownReason } })
  }
  await tx.publication.delete({ where: { slug } })
  await tx.formerSlug.create({ data: { slug, userId, libraryItemId: into.id } })
}

/**
 * Merges two library items of a user that lead to the same transcript: what led to `from` leads to `into` from now on:
 * its id, its jobs, its public page, its tags and its import items.
 */
export async function mergeLibraryItems(
  tx: Db,
  from: LibraryItem,
  into: LibraryItem,
  to: LibraryItemTarget = {},
): Promise<LibraryItem> {
  const { userId } = into
  await mergePublications(tx, from, into)
  await mergeTags(tx, from, into)
  await tx.jobCaller.updateMany({ where: { userId, libraryItemId: from.id }, data: { libraryItemId: into.id } })
  await tx.importItem.updateMany({ where: { userId, libraryItemId: from.id }, data: { libraryItemId: into.id } })
  await tx.formerLibraryItem.updateMany({ where: { libraryItemId: from.id }, data: { libraryItemId: into.id } })
  await tx.libraryItem.delete({ where: { id: from.id } })
  await tx.formerLibraryItem.create({ data: { id: from.id, userId, libraryItemId: into.id } })
  const langs = new Set([...into.alsoRequested, from.requestedLang, ...from.alsoRequested])
  langs.delete(into.requestedLang)
  const transcriptId = into.transcriptId ?? from.transcriptId
  const merged = {
    transcriptId,
    coveredMs: mostCovered(from, into),
    jobId: into.jobId ?? from.jobId,
    alsoRequested: [...langs],
  }
  const { title, author, thumbnailUrl, publishedAt } = into.title === null ? from : into
  const customTitle = into.customTitle ?? from.customTitle
  const described = { title, customTitle, author, thumbnailUrl, publishedAt }
  const libraryItem = await tx.libraryItem.update({ where: { id: into.id }, data: { ...merged, ...described, ...to } })
  if (title !== into.title || customTitle !== into.customTitle) await indexTitle(tx, libraryItem)
  return libraryItem
}
