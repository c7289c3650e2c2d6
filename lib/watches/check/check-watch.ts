import { userOwner, withSlotOwner } from '@/lib/core/concurrency/slot-owner'
import { db } from '@/lib/core/db/db'
import { log } from '@/lib/core/log'
import { toProblem } from '@/lib/core/problem/problem-body'
import { subscribeToHub } from '../hub/subscribe-to-hub'
import { nextCheckAt } from '../next-check-at'
import { readWatchedList } from './read-watched-list'
import { storeCheck } from './store-check'
import { storeFailure } from './store-failure'

/** Leaves a claimed watch alone until its next time: its user may take nothing now. */
async function passOver(id: string, claims: number, next: Date): Promise<void> {
  await db().watch.updateMany({ where: { id, claims }, data: { leaseUntil: null, nextCheckAt: next } })
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
