import type { Db } from '@/lib/core/db/db'
import type { ImportBatch } from '@/lib/core/generated/prisma/client'
import { findKnownEpisodes, findKnownRecordings } from '../items/item-table'
import type { ImportSource, SourceItem } from './find-import-source'

/** Looks up which items a user has already; returns a function that gives the library item of one, or null. */
export async function findKnownItems(
  tx: Db,
  user: Pick<ImportBatch, 'userId' | 'lang'>,
  { platform, url, items }: Pick<ImportSource, 'platform' | 'url' | 'items'>,
): Promise<(item: SourceItem) => string | null> {
  const named = items.flatMap(({ videoId, accessKey }) => (videoId === null ? [] : [{ videoId, accessKey }]))
  const libraryItemOf = await findKnownRecordings(tx, { ...user, platform }, named)
  const guids = await findKnownEpisodes(tx, user, url)
  // A guid that several episodes share does not identify any of them.
  const [seen, shared] = [new Set<string>(), new Set<string>()]
  for (const { guid } of items) (seen.has(guid) ? shared : seen).add(guid)
  const byGuid = (guid: string) => (shared.has(guid) ? null : (guids.get(guid) ?? null))
  return ({ guid, videoId, accessKey }) => libraryItemOf({ videoId: videoId ?? '', accessKey }) ?? byGuid(guid)
}
