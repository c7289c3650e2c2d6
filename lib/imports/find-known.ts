import type { Db } from '@/lib/platform/db'
import type { ImportBatch } from '@/lib/platform/generated/prisma/client'
import { requestedLangOf } from './requested-lang'

type Known = { key: string; libraryItemId: string }

const toMap = (known: readonly Known[]) => new Map(known.map(({ key, libraryItemId }) => [key, libraryItemId]))

/** Which of these media the user has a whole transcript of: the library item, by the id of the media. */
export async function findKnownRecordings(
  tx: Db,
  batch: Pick<ImportBatch, 'userId' | 'lang'>,
  videoIds: readonly string[],
): Promise<Map<string, string>> {
  const known = await tx.$queryRaw<Known[]>`
    select m.video_id as key, e.id as "libraryItemId"
    from media m join library_item e on e.media_id = m.id
    where m.platform = 'podcast' and m.access_key = '' and m.video_id = any(${[...videoIds]}::text[])
      and e.user_id = ${batch.userId}::uuid and (e.requested_lang = ${requestedLangOf(batch)} or ${requestedLangOf(batch)} = any(e.also_requested))
      and e.transcript_id is not null and e.covered_ms is null`
  return toMap(known)
}

/**
 * The episodes that the user's earlier imports of a feed have brought, by the feed's own id: the URLs of recordings
 * change.
 */
export async function findKnownEpisodes(
  tx: Db,
  { userId, lang }: Pick<ImportBatch, 'userId' | 'lang'>,
  feedUrl: string,
): Promise<Map<string, string>> {
  const known = await tx.$queryRaw<Known[]>`
    select distinct o.guid as key, o.library_item_id as "libraryItemId"
    from import_batch b
    join import_item o on o.batch_id = b.id and o.state in ('done', 'skipped')
    join library_item e on e.id = o.library_item_id and e.transcript_id is not null and e.covered_ms is null
    where b.user_id = ${userId}::uuid and b.feed_url = ${feedUrl} and b.lang is not distinct from ${lang}`
  return toMap(known)
}
