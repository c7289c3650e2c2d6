import { findLibraryItemId } from '@/lib/archive/library-items/library-item-table'
import { db } from '@/lib/core/db/db'
import { isId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'

/** The problem of an ID that names no library item of the caller's. */
export function noTranscript(): Problem {
  return new Problem('not_found', { detail: 'You have no transcript with this ID. Check the ID.' })
}

/**
 * The ID of a user's library item, by its own ID, that of an item merged into it, or that of one of its jobs. It may
 * have been deleted. Throws `not_found` for what is no ID.
 */
export async function findOwnItemId(userId: string, id: string): Promise<string> {
  if (!isId(id)) throw noTranscript()
  const caller = await db().jobCaller.findUnique({ where: { jobId_userId: { jobId: id, userId } } })
  return caller?.libraryItemId ?? findLibraryItemId(userId, id)
}
