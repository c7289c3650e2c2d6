import { type Db, db } from '@/lib/platform/db'

/** The id that an entry of a user's has now: one that was made one with another has that one's. */
export async function findLibraryItemId(userId: string, id: string, tx: Db = db()): Promise<string> {
  const former = await tx.formerLibraryItem.findFirst({ where: { id, userId }, select: { libraryItemId: true } })
  return former?.libraryItemId ?? id
}
