import type { Actor } from '@/lib/core/actor'
import { afterId, type PageRequest, readPage } from '@/lib/core/db/cursor-page'
import { db } from '@/lib/core/db/db'
import type * as rows from '@/lib/core/generated/prisma/client'
import { isId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { problemSchema } from '@/lib/core/problem/problem-schema'
import { withoutCredentials } from '@/lib/core/secrets/without-credentials'
import { knownPlatform } from '@/lib/platforms/platforms'
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
    url: withoutCredentials(row.sourceUrl),
    title: row.title,
    platform: row.platform === null ? null : knownPlatform(row.platform),
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
export async function listWatches({ userId }: Actor, { limit, cursor }: PageRequest): Promise<WatchList> {
  const where = { userId, ...afterId(cursor) }
  const find = (take: number) => db().watch.findMany({ where, orderBy: { id: 'desc' }, take })
  const { rows: shown, nextCursor } = await readPage(limit, find, ({ id }) => id)
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
    next_cursor: nextCursor,
  }
}
