import { lockUntilCommit } from '@/lib/core/db/advisory-lock'
import { type Db, db } from '@/lib/core/db/db'
import { Prisma } from '@/lib/core/generated/prisma/client'

export type TextKey = { mediaId: string; requestedLang: string }

export function textKeys(libraryItem: TextKey & { alsoRequested: string[] }): TextKey[] {
  const { mediaId, requestedLang, alsoRequested } = libraryItem
  return [requestedLang, ...alsoRequested].map((lang) => ({ mediaId, requestedLang: lang }))
}

/**
 * Deletes the given transcripts that no library item leads to, in the library or the trash, and the jobs that made them with their chunks. The
 * transcript of a feed is deleted with the last item that leads to it, and a text that was corrected stays as long as a corrected copy
 * of it. Row locks keep out concurrent requests that are
 * about to get one.
 */
export async function deleteUnusedTexts(tx: Prisma.TransactionClient, texts: readonly TextKey[]): Promise<void> {
  const mediaIds = texts.map(({ mediaId }) => mediaId)
  const langs = texts.map(({ requestedLang }) => requestedLang)
  const given = Prisma.sql`unnest(${mediaIds}::uuid[], ${langs}::text[]) as given(media_id, requested_lang)`
  const unwanted = Prisma.sql`
    select * from ${given}
    where not exists (select from library_item e where e.media_id = given.media_id
                        and (e.requested_lang = given.requested_lang or given.requested_lang = any(e.also_requested)))
      and not exists (select from trashed_item i where i.media_id = given.media_id
                        and (i.requested_lang = given.requested_lang or given.requested_lang = any(i.also_requested)))
      and not exists (select from job j where j.media_id = given.media_id and j.requested_lang = given.requested_lang
                        and j.finished_at is null)`
  const isGiven = Prisma.sql`t.media_id = given.media_id
    and (t.requested_lang = given.requested_lang or given.requested_lang = any(t.also_requested))`
  await tx.$queryRaw`select 1 from transcript t join ${given} on ${isGiven} order by t.id for update of t`
  await tx.$executeRaw`
    delete from job j using (${unwanted}) u where j.media_id = u.media_id and j.requested_lang = u.requested_lang`
  await tx.$executeRaw`
    delete from transcript t using ${given} where ${isGiven}
      and not exists (select from library_item e where e.transcript_id = t.id)
      and not exists (select from trashed_item i where i.transcript_id = t.id)
      and not exists (select from transcript c where c.corrected_from_id = t.id
                        and (exists (select from library_item e where e.transcript_id = c.id)
                          or exists (select from trashed_item i where i.transcript_id = c.id)))
      and not exists (select from job j where j.media_id = t.media_id and j.finished_at is null
                        and (j.requested_lang = t.requested_lang or j.requested_lang = any(t.also_requested)))`
}

/** Serialises the writing of one media's transcripts until the transaction's end. */
export async function lockTexts(tx: Db, mediaId: string): Promise<void> {
  await lockUntilCommit(tx, `texts ${mediaId}`)
}

/** Locks a transcript against deletion until the transaction's end. Returns whether it is there. */
export async function holdTranscript(tx: Db, id: string): Promise<boolean> {
  return (await tx.$executeRaw`select 1 from transcript where id = ${id}::uuid for key share`) > 0
}

/** Locks a transcript once no other transaction changes it. Returns whether it is still the version of that time. */
export async function lockVersion(tx: Db, id: string, changedAt: Date): Promise<boolean> {
  const rows = await tx.$queryRaw<{ changedAt: Date }[]>`
    select changed_at as "changedAt" from transcript where id = ${id}::uuid for update`
  return rows[0]?.changedAt.getTime() === changedAt.getTime()
}

/** Records that requests in a language lead to a transcript. */
export async function addRequestedLang(tx: Db, id: string, requestedLang: string): Promise<void> {
  await tx.$executeRaw`
    update transcript set also_requested = array_append(also_requested, ${requestedLang})
    where id = ${id}::uuid and requested_lang <> ${requestedLang} and not ${requestedLang} = any(also_requested)`
}

/** Stores the search words of a transcript. */
export async function saveWords(tx: Db, id: string, words: readonly string[]): Promise<void> {
  await tx.$executeRaw`update transcript set tokens = array_to_tsvector(${words}::text[]) where id = ${id}::uuid`
}

/** Stores the search words of a staged text, and of its title, with a transcript. */
export async function saveStagedWords(
  tx: Db,
  { id, stagedId }: { id: string; stagedId: string },
  titleWords: readonly string[],
): Promise<void> {
  await tx.$executeRaw`
    update transcript t set tokens = s.tokens || array_to_tsvector(${titleWords}::text[])
    from staged_text s where t.id = ${id}::uuid and s.id = ${stagedId}::uuid`
}

/** Copies the segments of a staged text to a transcript. Returns whether the staged text is still there. */
export async function copyStagedSegments(tx: Db, { id, stagedId }: { id: string; stagedId: string }): Promise<boolean> {
  const copied = await tx.$executeRaw`
    update transcript t set segments = s.segments, speakers = s.speakers from staged_text s where t.id = ${id}::uuid and s.id = ${stagedId}::uuid`
  return copied > 0
}

/** The ids of transcripts without search words, and of those with parts that have none: a part's words are its owner's. */
export async function findUnindexed(limit: number): Promise<string[]> {
  const found = await db().$queryRaw<{ id: string }[]>`
    (select id from transcript where tokens is null order by id limit ${limit})
    union select transcript_id from unindexed_text order by id limit ${limit}`
  return found.map(({ id }) => id)
}

/**
 * Deletes those of the given media that have no library item, transcript or job. For a media that a user has paid for,
 * clears the title, author and link, and keeps the id, because it costs nothing the next time. Only for media that have
 * not been requested in the last minutes.
 */
export async function deleteUnusedMedia(tx: Prisma.TransactionClient, mediaIds: readonly string[]): Promise<void> {
  const unused = {
    id: { in: [...mediaIds] },
    ownerId: null,
    libraryItems: { none: {} },
    trashedItems: { none: {} },
    transcripts: { none: {} },
    jobs: { none: {} },
  }
  await tx.media.deleteMany({ where: { ...unused, charges: { none: {} } } })
  await tx.media.updateMany({
    where: unused,
    data: { url: '', title: null, author: null, thumbnailUrl: null, publishedAt: null },
  })
}
