import { type Db, db } from '@/lib/core/db/db'

/** Locks a user's library item until the transaction's end. Code that locks jobs as well locks them first. */
export async function lockLibraryItem(tx: Db, userId: string, libraryItemId: string): Promise<void> {
  await tx.$queryRaw`select 1 from library_item where id = ${libraryItemId}::uuid and user_id = ${userId}::uuid for update`
}

/** Locks an item of a user's trash until the transaction's end. */
export async function lockTrashedItem(tx: Db, userId: string, id: string): Promise<void> {
  await tx.$queryRaw`select 1 from trashed_item where id = ${id}::uuid and user_id = ${userId}::uuid for update`
}

/** Deletes the responses stored for idempotent calls that are about one of these library items or jobs. */
export async function deleteStoredResponses(tx: Db, userId: string, ids: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    delete from idempotency_key where user_id = ${userId}::uuid and subject_id = any(${ids})`
}

/** A media in a requested language of which a library item was removed. */
export type LeftText = { id: bigint; mediaId: string; requestedLang: string }

/** The texts left before a time, unless their media was requested since then. */
export async function findLeftTexts(before: Date, limit: number): Promise<LeftText[]> {
  return db().$queryRaw<LeftText[]>`
    select l.id, l.media_id as "mediaId", l.requested_lang as "requestedLang"
    from left_text l left join media m on m.id = l.media_id
    where l.left_at < ${before} and (m.id is null or m.last_requested_at < ${before}
      or exists (select from library_item e where e.media_id = m.id
                   and (e.requested_lang = l.requested_lang or l.requested_lang = any(e.also_requested))))
    order by l.id limit ${limit}`
}
