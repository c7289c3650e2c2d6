import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db/db'
import type * as rows from '@/lib/platform/generated/prisma/client'
import { isId } from '@/lib/platform/ids'
import { Problem } from '@/lib/platform/problem/problem'
import { problemSchema } from '@/lib/platform/problem/problem-schema'
import type { Watch, WatchList } from './contract'
import { formatPeriod } from './period'
import { countTaken, type TakenCount } from './seen/seen-table'

function statusOf({ pausedAt, failures, firstReadAt }: rows.Watch): Watch['status'] {
  if (pausedAt !== null) return 'paused'
  if (failures > 0) return 'failing'
  return firstReadAt === null ? 'new' : 'active'
}

const iso = (date: Date | null | undefined) => date?.toISOString() ?? null

function toWatch(row: rows.Watch, count: TakenCount | undefined): Watch {
  return {
    id: row.id,
    url: row.sourceUrl,
    title: row.title,
    platform: row.platform,
    lang: row.lang,
    every: formatPeriod(row.everySeconds),
    backfill: row.backfill,
    max_per_day: row.maxPerDay,
    status: statusOf(row),
    pause_reason: row.pauseReason,
    error: row.error === null ? null : problemSchema.parse(row.error),
    failing_since: iso(row.failingSince),
    last_checked_at: iso(row.lastCheckedAt),
    next_check_at: iso(row.nextCheckAt),
    taken: count?.taken ?? 0,
    waiting: count?.waiting ?? 0,
    last_taken_at: iso(count?.lastTakenAt),
    created_at: row.createdAt.toISOString(),
  }
}

/** The row of a watch of the caller's. Throws `not_found`. */
export async function findWatchRow({ userId }: Actor, id: string): Promise<rows.Watch> {
  const row = isId(id) ? await db().watch.findFirst({ where: { id, userId } }) : null
  if (!row) throw new Problem('not_found', { detail: 'Watch not found. It may be deleted already.' })
  return row
}

/** A watch of the caller's. Throws `not_found`. */
export async function findWatch(actor: Actor, id: string): Promise<Watch> {
  const row = await findWatchRow(actor, id)
  const [count] = await countTaken(actor.userId, [id])
  return toWatch(row, count)
}

/** A page of the caller's watches, the newest first. */
export async function listWatches(
  { userId }: Actor,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<WatchList> {
  const before = cursor !== undefined && isId(cursor) ? { id: { lt: cursor } } : {}
  const found = await db().watch.findMany({ where: { userId, ...before }, orderBy: { id: 'desc' }, take: limit + 1 })
  const shown = found.slice(0, limit)
  const counts = await countTaken(
    userId,
    shown.map(({ id }) => id),
  )
  return {
    watches: shown.map((row) =>
      toWatch(
        row,
        counts.find(({ watchId }) => watchId === row.id),
      ),
    ),
    next_cursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}
