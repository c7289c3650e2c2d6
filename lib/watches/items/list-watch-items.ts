import type { Actor } from '@/lib/core/actor'
import { type PageRequest, readPage } from '@/lib/core/db/cursor-page'
import { db } from '@/lib/core/db/db'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { problemSchema } from '@/lib/core/problem/problem-schema'
import { withoutCredentials } from '@/lib/core/secrets/without-credentials'
import { findWatchRow } from '../find-watch'
import type { WatchItem, WatchItemList } from './contract'

const NUMBER = /^\d{1,9}$/

async function findOutcomes(userId: string, rows: readonly { batchId: string | null; batchPosition: number | null }[]) {
  const places = rows.flatMap(({ batchId, batchPosition }) =>
    batchId !== null && batchPosition !== null ? [{ batchId, position: batchPosition }] : [],
  )
  const found = places.length > 0 ? await db().importItem.findMany({ where: { userId, OR: places } }) : []
  return new Map(found.map((item) => [`${item.batchId}:${item.position}`, item]))
}

type Row = Prisma.WatchItemGetPayload<object>
type Outcomes = Awaited<ReturnType<typeof findOutcomes>>

function toItem(row: Row, outcomes: Outcomes): WatchItem {
  const outcome = outcomes.get(`${row.batchId}:${row.batchPosition}`)
  return {
    title: row.title,
    audio_url: outcome ? withoutCredentials(outcome.audioUrl) : null,
    published: row.publishedAt?.toISOString() ?? null,
    seen_at: row.seenAt.toISOString(),
    // The outcome of what was taken long ago is deleted.
    status: row.state === 'taken' ? (outcome?.state ?? 'done') : row.state,
    reason: outcome?.reason ?? null,
    error: outcome?.error ? problemSchema.parse(outcome.error) : null,
    job_id: outcome?.jobId ?? null,
    transcript_id: outcome?.libraryItemId ?? null,
  }
}

/** A page of the items of the caller's watch, the last seen first; without those that were there before. Throws `not_found`. */
export async function listWatchItems(
  actor: Actor,
  watchId: string,
  { limit, cursor, include_seen: includeSeen }: PageRequest & { include_seen: boolean },
): Promise<WatchItemList> {
  await findWatchRow(actor, watchId)
  const { userId } = actor
  const before = cursor !== undefined && NUMBER.test(cursor) ? { position: { lt: Number(cursor) } } : {}
  const where: Prisma.WatchItemWhereInput = {
    watchId,
    userId,
    ...before,
    ...(includeSeen ? {} : { state: { not: 'seen' } }),
  }
  const find = (take: number) => db().watchItem.findMany({ where, orderBy: { position: 'desc' }, take })
  const { rows, nextCursor } = await readPage(limit, find, ({ position }) => String(position))
  const outcomes = await findOutcomes(userId, rows)
  return { items: rows.map((row) => toItem(row, outcomes)), next_cursor: nextCursor }
}
