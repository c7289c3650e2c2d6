import { textKeys } from '@/lib/archive/transcripts/transcript-table'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { deleteUnused } from '../removal/delete-unused'

const KEPT_DAYS = 30
const DAY_MS = 86_400_000
const AT_A_TIME = 200

/** When an item of the trash is deleted permanently. */
export function deletedPermanentlyAt(trashedAt: Date): Date {
  return new Date(trashedAt.getTime() + KEPT_DAYS * DAY_MS)
}

/**
 * Deletes rows of the trash, then the transcripts and files that no other user has. A trigger records what the rows led
 * to: if this process ends in between, `purgeOrphanedTexts` does the rest. Returns the number of rows.
 */
async function purge(where: Prisma.TrashedItemWhereInput): Promise<number> {
  let purged = 0
  for (;;) {
    const select = { id: true, mediaId: true, requestedLang: true, alsoRequested: true }
    const found = await db().trashedItem.findMany({ where, select, orderBy: { id: 'asc' }, take: AT_A_TIME })
    if (found.length === 0) return purged
    const { count } = await db().trashedItem.deleteMany({ where: { id: { in: found.map(({ id }) => id) } } })
    await deleteUnused(found.flatMap(textKeys))
    purged += count
  }
}

/** Deletes permanently what has been in the trash for 30 days. Returns how many items there were. */
export function purgeTrash(now = new Date()): Promise<number> {
  return purge({ trashedAt: { lt: new Date(now.getTime() - KEPT_DAYS * DAY_MS) } })
}

/** Deletes permanently all that is in the caller's trash by now. Returns how many items there were. */
export function emptyTrash({ userId }: Actor): Promise<number> {
  return purge({ userId, trashedAt: { lte: new Date() } })
}

/** Deletes one item of the caller's trash permanently; false where it is not there. */
export async function deleteFromTrash(userId: string, id: string): Promise<boolean> {
  return (await purge({ userId, id })) > 0
}
