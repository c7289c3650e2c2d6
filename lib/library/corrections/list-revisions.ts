import type { ChangedPlace } from '@/lib/archive/corrections/stored-change'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { findOwnItemId, noTranscript } from '../find-own-item-id'
import type { RevisionList } from './contract'

function toPlaces(stored: Prisma.JsonValue) {
  return (stored as unknown as ChangedPlace[]).map(([ms, before, after]) => ({ start: ms / 1000, before, after }))
}

/** A page of the revisions of one of the caller's transcripts, the last one first. Throws `not_found`. */
export async function listRevisions(
  { userId }: Actor,
  id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<RevisionList> {
  const libraryItemId = await findOwnItemId(userId, id)
  const select = { transcriptId: true }
  const item = await db().libraryItem.findFirst({ where: { id: libraryItemId, userId }, select })
  if (!item) throw noTranscript()
  const { transcriptId } = item
  if (transcriptId === null) return { revisions: [], total: 0, limit, offset }
  const where = { transcriptId, userId }
  const total = await db().revision.count({ where })
  const found = await db().revision.findMany({
    where,
    omit: { changes: true, base: true },
    orderBy: { number: 'desc' },
    take: limit,
    skip: Math.min(offset, total),
  })
  const revisions = found.map(({ number, kind, summary, createdAt, places, preview, unplaced }) => ({
    number,
    kind,
    summary,
    created_at: createdAt.toISOString(),
    places,
    changes: toPlaces(preview),
    unplaced: toPlaces(unplaced),
  }))
  return { revisions, total, limit, offset }
}
