import { newId } from '@/lib/core/ids'
import type { ExecutorContext } from '../context'
import { parseCron } from '../functions/parse-function'
import { listSchedules, markFired } from '../tables/schedule-table'
import { transactionIn } from '../tables/transaction'
import { startRun } from './start-run'

/**
 * Starts the functions whose schedules have come due, once for all occurrences that were missed while no process ran.
 * Returns whether there were any.
 */
export async function fireSchedules(context: ExecutorContext, now: Date = new Date()): Promise<boolean> {
  const schedules = [...context.functions.values()].flatMap((fn) =>
    fn.schedules.map((pattern) => ({ id: `${fn.id} ${pattern}`, fn, pattern })),
  )
  if (schedules.length === 0) return false
  const firedAt = await listSchedules(
    context.pool,
    schedules.map(({ id }) => id),
    now,
  )
  let fired = false
  for (const { id, fn, pattern } of schedules) {
    const last = firedAt.get(id)
    const next = last ? parseCron(pattern).nextRun(last) : null
    if (!last || !next || next > now) continue
    await transactionIn(context.pool, context.epoch, async (tx) => {
      await markFired(tx, id, now)
      const event = { id: newId(), name: 'inngest/scheduled.timer', data: { cron: pattern }, ts: now.getTime() }
      await startRun(tx, fn, event, { idempotencyKey: `cron:${pattern}:${next.toISOString()}` })
    })
    fired = true
  }
  return fired
}
