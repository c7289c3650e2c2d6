import { type Db, db } from '@/lib/platform/db'

/** The present id of a user's library item: one that was merged into another has that one's. */
export async function findLibraryItemId(userId: string, id: string, tx: Db = db()): Promise<string> {
  const former = await tx.formerLibraryItem.findFirst({ where: { id, userId }, select: { libraryItemId: true } })
  return former?.libraryItemId ?? id
}
