import { Prisma } from '@/lib/platform/generated/prisma/client'

/** A media in a requested language. */
export type TextKey = { mediaId: string; requestedLang: string }

/** The keys by which a library item was requested. */
export function textKeys(libraryItem: TextKey & { alsoRequested: string[] }): TextKey[] {
  const { mediaId, requestedLang, alsoRequested } = libraryItem
  return [requestedLang, ...alsoRequested].map((lang) => ({ mediaId, requestedLang: lang }))
}

/**
 * Deletes the given transcripts that no library item leads to, and the jobs that made them with their chunks. The
 * transcript of a feed is deleted with the last item that leads to it. Row locks keep out concurrent requests that are
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
      and not exists (select from job j where j.media_id = t.media_id and j.finished_at is null
                        and (j.requested_lang = t.requested_lang or j.requested_lang = any(t.also_requested)))`
}
