import { formatShortClock } from '@/lib/captions/clock'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type { ProblemBody } from '@/lib/core/problem/problem-schema'
import { withoutCredentials } from '@/lib/core/secrets/without-credentials'
import type { ImportItem, ImportItemList, ItemStatus } from '../contract'
import { findImport } from '../find-import'

type Page = { limit: number; offset: number; status?: ItemStatus | undefined }

/** PostgreSQL counts rows no further. */
const MAX_OFFSET = 2 ** 31 - 1

/**
 * A page of the episodes of the caller's import in the order of the feed, of all or of one status; `total` counts them.
 * Throws `not_found`.
 */
export async function listItems(
  actor: Actor,
  batchId: string,
  { limit, offset, status }: Page,
): Promise<ImportItemList> {
  await findImport(actor, batchId)
  const where = { batchId, userId: actor.userId, ...(status ? { state: status } : {}) }
  const [found, total] = await Promise.all([
    db().importItem.findMany({
      where,
      include: { job: { select: { progress: true } } },
      orderBy: { position: 'asc' },
      skip: Math.min(offset, MAX_OFFSET),
      take: limit,
    }),
    db().importItem.count({ where }),
  ])
  const items = found.map(
    (row): ImportItem => ({
      guid: row.guid,
      title: row.title,
      audio_url: withoutCredentials(row.audioUrl),
      published: row.publishedAt?.toISOString() ?? null,
      duration: row.durationMs === null ? null : formatShortClock(row.durationMs),
      status: row.state,
      reason: row.reason,
      error: row.error as ProblemBody | null,
      progress: row.state === 'in_progress' ? (row.job?.progress ?? 0) : null,
      job_id: row.jobId,
      transcript_id: row.libraryItemId,
    }),
  )
  return { items, total, limit, offset }
}
