import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { emit } from '@/lib/core/db/events'
import type { Prisma, Watch as WatchRow } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import { cancelImport } from '@/lib/imports/cancel-import'
import { OPEN_STATUSES } from '@/lib/imports/states'
import { parseLang } from '@/lib/transcripts/parse-request'
import type { UpdateWatch, Watch, WatchWithFeed } from './contract'
import { newFeedLink, sourceKeyOf, WATCH_DUE } from './create-watch'
import { findWatch, findWatchRow } from './find-watch'
import { nextCheckAt } from './next-check-at'
import { parsePeriod } from './period'
import { makeDue } from './watch-table'

const RECHECK_SECONDS = 60

function changeOfPause(row: WatchRow, paused: boolean | undefined): Prisma.WatchUncheckedUpdateManyInput {
  if (paused === undefined || paused === (row.pausedAt !== null)) return {}
  if (paused) return { pausedAt: new Date(), pauseReason: 'by_user', nextCheckAt: null, leaseUntil: null }
  const cleared = { pausedAt: null, pauseReason: null, failures: 0, failingSince: null }
  return { ...cleared, nextCheckAt: new Date() }
}

function changeOfPeriod(row: WatchRow, every: string | undefined): Prisma.WatchUncheckedUpdateManyInput {
  const everySeconds = every === undefined ? null : parsePeriod(every)
  if (everySeconds === null) return {}
  const isPlanned = row.nextCheckAt !== null && row.firstReadAt !== null
  return {
    everySeconds,
    ...(isPlanned ? { nextCheckAt: nextCheckAt({ ...row, everySeconds }, row.failures, new Date()) } : {}),
  }
}

function changeOfLang(row: WatchRow, lang: string | null | undefined): Prisma.WatchUncheckedUpdateManyInput {
  if (lang === undefined) return {}
  const requested = lang === null ? null : parseLang(lang)
  return { lang: requested, sourceKey: sourceKeyOf(row.userId, row.sourceUrl, requested) }
}

/**
 * Changes, pauses or resumes a watch of the caller: a resumed watch is checked immediately, and items from the pause
 * are taken. Throws `not_found`, `invalid_language`, `already_watched`.
 */
export async function updateWatch(actor: Actor, id: string, change: UpdateWatch): Promise<Watch> {
  const row = await findWatchRow(actor, id)
  const { userId } = actor
  const data = {
    ...changeOfLang(row, change.lang),
    ...changeOfPeriod(row, change.every),
    ...changeOfPause(row, change.paused),
    ...(change.max_per_day === undefined ? {} : { maxPerDay: change.max_per_day }),
  }
  await db().$transaction(async (tx) => {
    const { sourceKey } = data
    const same = typeof sourceKey === 'string' ? { sourceKey, userId, id: { not: id } } : null
    if (same && (await tx.watch.count({ where: same })) > 0) {
      throw new Problem('already_watched')
    }
    await tx.watch.updateMany({ where: { id, userId }, data })
    if (change.paused === false && row.pausedAt !== null) await emit(tx, WATCH_DUE, { data: { watchId: id, userId } })
  })
  return findWatch(actor, id)
}

/** Deletes a watch of the caller and cancels its running work; transcripts are kept. Throws `not_found`. */
export async function removeWatch(actor: Actor, id: string): Promise<void> {
  await findWatchRow(actor, id)
  const where = { watchId: id, userId: actor.userId, status: { in: OPEN_STATUSES } }
  // Paused first, so that no check starts another batch meanwhile.
  await db().watch.updateMany({
    where: { id, userId: actor.userId },
    data: { nextCheckAt: null, leaseUntil: null, pausedAt: new Date(), pauseReason: 'by_user' },
  })
  for (const { id: batchId } of await db().importBatch.findMany({ where, select: { id: true } })) {
    await cancelImport(actor, batchId)
  }
  await db().watch.deleteMany({ where: { id, userId: actor.userId } })
}

/** Starts a check of the caller's watch now. Throws `not_found`, `rate_limited`, `watch_paused`. */
export async function checkWatchNow(actor: Actor, id: string): Promise<Watch> {
  const { userId } = actor
  const row = await findWatchRow(actor, id)
  if (row.pausedAt !== null) {
    throw new Problem('watch_paused')
  }
  const agoSeconds = row.lastCheckedAt ? (Date.now() - row.lastCheckedAt.getTime()) / 1000 : RECHECK_SECONDS
  if (agoSeconds < RECHECK_SECONDS) {
    throw new Problem('rate_limited', {
      detail: 'This watch was checked less than a minute ago. Wait a moment, then try again.',
      retryAfterSeconds: Math.ceil(RECHECK_SECONDS - agoSeconds),
    })
  }
  await db().$transaction(async (tx) => {
    await makeDue(tx, id)
    await emit(tx, WATCH_DUE, { data: { watchId: id, userId } })
  })
  return findWatch(actor, id)
}

/** Creates a new secret link for the feed of a watch of the caller's; the former one is refused. Throws `not_found`. */
export async function renewFeed(actor: Actor, id: string): Promise<WatchWithFeed> {
  const watch = await findWatch(actor, id)
  const feed = newFeedLink(id)
  await db().watch.updateMany({ where: { id, userId: actor.userId }, data: { feedHash: feed.hash } })
  return { ...watch, feed_url: feed.url }
}
