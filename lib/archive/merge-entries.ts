import type { Db } from '@/lib/platform/db'
import type { Entry } from '@/lib/platform/generated/prisma/client'
import { indexTitle } from './describe-entry'
import type { EntryTarget } from './save-entry'

/** How much of a text two lines have together; null: all of it. */
function mostCovered(one: Entry, other: Entry): number | null {
  if (!one.transcriptId) return other.coveredMs
  if (!other.transcriptId) return one.coveredMs
  return one.coveredMs === null || other.coveredMs === null ? null : Math.max(one.coveredMs, other.coveredMs)
}

/** One page stays; the address of the other leads to it. */
async function mergePublications(tx: Db, from: Entry, into: Entry): Promise<void> {
  await tx.formerSlug.updateMany({ where: { entryId: from.id }, data: { entryId: into.id } })
  const kept = await tx.publication.findUnique({ where: { entryId: into.id } })
  const moved = await tx.publication.findUnique({ where: { entryId: from.id } })
  if (!moved) return
  if (!kept) {
    await tx.publication.update({ where: { slug: moved.slug }, data: { entryId: into.id } })
    return
  }
  const { slug, userId, takenDownAt, takedownReason } = moved
  // What the operator has taken down stays so, under whichever address.
  if (takenDownAt && !kept.takenDownAt) {
    await tx.publication.update({ where: { slug: kept.slug }, data: { takenDownAt, takedownReason } })
  }
  await tx.publication.delete({ where: { slug } })
  await tx.formerSlug.create({ data: { slug, userId, entryId: into.id } })
}

/**
 * Makes two lines of a user's history one, since they lead to the same text: what led to `from` leads to `into` from now
 * on, its id, its jobs, its public page and its place in imports.
 */
export async function mergeEntries(tx: Db, from: Entry, into: Entry, to: EntryTarget = {}): Promise<Entry> {
  const { userId } = into
  await mergePublications(tx, from, into)
  await tx.jobCaller.updateMany({ where: { userId, entryId: from.id }, data: { entryId: into.id } })
  await tx.importItem.updateMany({ where: { userId, entryId: from.id }, data: { entryId: into.id } })
  await tx.formerEntry.updateMany({ where: { entryId: from.id }, data: { entryId: into.id } })
  await tx.entry.delete({ where: { id: from.id } })
  await tx.formerEntry.create({ data: { id: from.id, userId, entryId: into.id } })
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
  const described = { title, author, thumbnailUrl, publishedAt }
  const entry = await tx.entry.update({ where: { id: into.id }, data: { ...merged, ...described, ...to } })
  if (title !== into.title) await indexTitle(tx, entry)
  return entry
}
