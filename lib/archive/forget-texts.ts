import { Prisma } from '@/lib/platform/generated/prisma/client'

/** A recording in a language asked for. */
export type TextKey = { mediaId: string; requestedLang: string }

/**
 * Removes the texts, of these, that nobody has any more: the transcripts, and the jobs they came from with their pieces. The
 * row locks keep out whoever is about to be given one.
 */
export async function forgetTexts(tx: Prisma.TransactionClient, texts: readonly TextKey[]): Promise<void> {
  const mediaIds = texts.map(({ mediaId }) => mediaId)
  const langs = texts.map(({ requestedLang }) => requestedLang)
  const given = Prisma.sql`unnest(${mediaIds}::uuid[], ${langs}::text[]) as given(media_id, requested_lang)`
  const unwanted = Prisma.sql`
    select * from ${given}
    where not exists (select from entry e where e.media_id = given.media_id and e.requested_lang = given.requested_lang)
      and not exists (select from job j where j.media_id = given.media_id and j.requested_lang = given.requested_lang
                        and j.finished_at is null)`
  await tx.$queryRaw`
    select 1 from transcript t join ${given} using (media_id, requested_lang) order by t.id for update of t`
  await tx.$executeRaw`
    delete from job j using (${unwanted}) u where j.media_id = u.media_id and j.requested_lang = u.requested_lang`
  await tx.$executeRaw`
    delete from transcript t using (${unwanted}) u where t.media_id = u.media_id and t.requested_lang = u.requested_lang`
}
