import { lockUntilCommit } from '@/lib/core/db/advisory-lock'
import { type Db, db } from '@/lib/core/db/db'
import type { LibraryItem } from '@/lib/core/generated/prisma/client'

/** Serialises changes to a user's library items of one media until the transaction's end. */
export async function lockLibraryItems(
  tx: Db,
  { userId, mediaId }: Pick<LibraryItem, 'userId' | 'mediaId'>,
): Promise<void> {
  await lockUntilCommit(tx, `entries ${userId} ${mediaId}`)
}

/** Stores the search words of a library item's own title. */
export async function saveTitleWords(tx: Db, libraryItemId: string, words: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    update library_item set title_tokens = array_to_tsvector(${words}::text[]) where id = ${libraryItemId}::uuid`
}

/** Stores the search words of a part of a transcript together with those of the library item's title. */
export async function savePartWords(tx: Db, libraryItemId: string, words: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    insert into library_item_text (library_item_id, user_id, created_at, tokens)
    select id, user_id, created_at, array_to_tsvector(${words}::text[]) || coalesce(title_tokens, ''::tsvector)
    from library_item where id = ${libraryItemId}::uuid
    on conflict (library_item_id) do update set tokens = excluded.tokens`
}

/** The present id of a user's library item: one that was merged into another has that one's. */
export async function findLibraryItemId(userId: string, id: string, tx: Db = db()): Promise<string> {
  const former = await tx.formerLibraryItem.findFirst({ where: { id, userId }, select: { libraryItemId: true } })
  return former?.libraryItemId ?? id
}
