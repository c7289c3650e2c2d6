import { userOwner, withSlotOwner } from '@/lib/core/concurrency/slot-owner'
import { db } from '@/lib/core/db/db'
import type { Watch } from '@/lib/core/generated/prisma/client'
import type { WatchPause } from '@/lib/core/generated/prisma/enums'
import { log } from '@/lib/core/log'
import type { Problem } from '@/lib/core/problem/problem'
import { toProblem, toProblemJson } from '@/lib/core/problem/problem-body'
import type { ProblemCode } from '@/lib/core/problem/problem-table'
import { queueWatchPaused } from '@/lib/notices/queue-notices'
import { subscribeToHub } from '../hub/subscribe-to-hub'
import { nextCheckAt } from '../next-check-at'
import { lockClaimed } from '../watch-table'
import { readWatchedList } from './read-watched-list'
import { storeCheck } from './store-check'

/** Leaves a claimed watch alone until its next time: its user may take nothing now. */
async function passOver(id: string, claims: number, next: Date): Promise<void> {
  await db().watch.updateMany({ where: { id, claims }, data: { leaseUntil: null, nextCheckAt: next } })
}

const DAY_MS = 86_400_000
/** After failing for so long a watch is paused. */
export const MAX_FAILING_DAYS = 30

/** Problems of a link that leads to nothing that could be watched. */
const NO_LIST: readonly ProblemCode[] = ['unsupported_source', 'invalid_url', 'blocked_url', 'source_drm_protected']

function pauseFor(watch: Watch, problem: Problem, failingSince: Date, now: Date): WatchPause | null {
  if (watch.firstReadAt === null && NO_LIST.includes(problem.code)) return 'not_a_list'
  return now.getTime() - failingSince.getTime() >= MAX_FAILING_DAYS * DAY_MS ? 'failing' : null
}

/**
 * Stores the failure of a claimed check: the next one waits longer each time. A link that leads to no list pauses its
 * watch immediately, and so do 30 days of failures; the user gets a mail about that if there is a mail server.
 */
export async function storeFailure(claimed: Watch, problem: Problem): Promise<void> {
  await db().$transaction(async (tx) => {
    const watch = await lockClaimed(tx, claimed)
    if (!watch) return
    const now = new Date()
    const failures = watch.failures + 1
    const failingSince = watch.failingSince ?? now
    const pauseReason = pauseFor(watch, problem, failingSince, now)
    await tx.watch.update({
      where: { id: watch.id, userId: watch.userId },
      data: {
        ...{ failures, failingSince, error: toProblemJson(problem), lastCheckedAt: now, leaseUntil: null },
        ...(pauseReason === null
          ? { nextCheckAt: nextCheckAt(watch, failures, now) }
          : { nextCheckAt: null, pausedAt: now, pauseReason }),
      },
    })
    if (pauseReason === 'failing') await queueWatchPaused(tx, watch)
  })
}

/**
 * Checks a claimed watch: reads its list, takes what is new, and plans the next check. A failure is stored with the watch
 * and not thrown. When `signal` ends it first, the claim is free again.
 */
export async function checkWatch(id: string, signal: AbortSignal): Promise<void> {
  const watch = await db().watch.findUnique({ where: { id }, include: { user: { select: { suspendedAt: true } } } })
  if (!watch) return
  const { user, ...row } = watch
  if (user.suspendedAt !== null) return passOver(id, row.claims, nextCheckAt(row, 0, new Date()))
  try {
    const list = await withSlotOwner(userOwner(row.userId), () => readWatchedList(row, signal))
    await storeCheck(row, list)
    await subscribeToHub(row, list.hub)
  } catch (error) {
    if (signal.aborted) {
      await db().watch.updateMany({ where: { id, claims: row.claims }, data: { leaseUntil: null } })
      return
    }
    const problem = toProblem(error)
    log.info('a watch could not be checked', { watch_id: id, code: problem.code, cause: problem.cause })
    await storeFailure(row, problem)
  }
}
