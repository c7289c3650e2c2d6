import { z } from 'zod'
import type { Prisma, Watch } from '@/lib/core/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { beginWork } from '@/lib/durable/work'
import { type ItemRow, insertItems } from '@/lib/imports/items/item-table'
import { IMPORT_WORK } from '@/lib/imports/open-imports'
import { findKnownItems, type ImportSource, identify, type SourceItem } from '@/lib/imports/source/find-import-source'
import { toRow } from '@/lib/imports/source/list-items'
import { episodeMedia } from '@/lib/podcasts/episode-media'

/** The stored fields of an item that waits for its day: all that a batch needs of it. */
const waitingItem = z.object({
  guid: z.string(),
  title: z.string(),
  audioUrl: z.string(),
  publishedAt: z.coerce.date().nullable(),
  durationMs: z.int().nullable(),
  hasCaptions: z.boolean().nullable(),
  episode: episodeMedia.nullable(),
})

const ROWS = 500

/** The source of a watch's batch. */
export type TakenFrom = Pick<ImportSource, 'platform' | 'url' | 'title'>

/**
 * Starts a batch with these items of a watch, which the import rounds process. Items that the user already has are
 * skipped immediately. Returns the batch's id.
 */
export async function startBatch(
  tx: Prisma.TransactionClient,
  watch: Watch,
  { platform, url, title }: TakenFrom,
  items: readonly SourceItem[],
): Promise<string> {
  const { id: watchId, userId, sourceUrl, lang } = watch
  const id = newId()
  const facts = { platform, title, feedUrl: url, total: items.length, watchId }
  await tx.importBatch.create({
    data: { id, userId, sourceUrl, lang, ...facts, status: 'in_progress', runningKey: `watch:${id}` },
  })
  const libraryItemOf = await findKnownItems(tx, { userId, lang }, { platform, url, items: [...items] })
  for (let start = 0; start < items.length; start += ROWS) {
    const rows = items.slice(start, start + ROWS).map((item, index): ItemRow => {
      return toRow(item, start + index, libraryItemOf(item))
    })
    await insertItems(tx, { id, userId }, rows)
  }
  await beginWork(tx, IMPORT_WORK, id, { batchId: id, userId })
  return id
}

const DAY_MS = 86_400_000

/** How many items a watch may take now. */
export async function countRoom(tx: Prisma.TransactionClient, { id, maxPerDay }: Watch): Promise<number> {
  if (maxPerDay === null) return Number.POSITIVE_INFINITY
  const takenAt = { gt: new Date(Date.now() - DAY_MS) }
  return Math.max(0, maxPerDay - (await tx.watchItem.count({ where: { watchId: id, state: 'taken', takenAt } })))
}

/** An item that waits for its day, with its place. */
export type Waiting = { position: number; item: SourceItem }

/** The items of a watch that wait, as many as may be taken, those first that were seen first. */
export async function listWaiting(
  tx: Prisma.TransactionClient,
  watchId: string,
  platform: ImportSource['platform'],
  room: number,
): Promise<Waiting[]> {
  if (room <= 0) return []
  const rows = await tx.watchItem.findMany({
    where: { watchId, state: 'waiting' },
    orderBy: { position: 'asc' },
    ...(Number.isFinite(room) ? { take: room } : {}),
    select: { position: true, source: true },
  })
  return rows.map(({ position, source }) => {
    const facts = waitingItem.parse(source)
    const media =
      platform === 'podcast' ? identify(facts.audioUrl) : { videoId: facts.guid, accessKey: '', refusal: null }
    return { position, item: { ...facts, ...media } }
  })
}
