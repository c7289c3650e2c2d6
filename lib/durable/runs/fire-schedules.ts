import { newId } from '@/lib/core/ids'
import type { ExecutorContext } from '../context'
import { parseCron } from '../functions/parse-cron'
import { listSchedules, markFired } from '../tables/schedule-table'
import { transaction } from '../tables/transaction'
import { startRun } from './start-run'

/**
 * Starts the functions whose schedules have come due. A schedule fires once for any number of processes that check it, and once
 * for all occurrences that were missed while none ran.
 */
export async function fireSchedules(context: ExecutorContext, now: Date = new Date()): Promise<void> {
  const schedules = [...context.functions.values()].flatMap((fn) =>
    fn.schedules.map((pattern) => ({ id: `${fn.id} ${pattern}`, fn, pattern })),
  )
  if (schedules.length === 0) return
  const firedAt = await listSchedules(
    context.pool,
    schedules.map(({ id }) => id),
    now,
  )
  for (const { id, fn, pattern } of schedules) {
    const last = firedAt.get(id)
    const next = last ? parseCron(pattern).nextRun(last) : null
    if (!last || !next || next > now) continue
    await transaction(context.pool, async (tx) => {
      if (!(await markFired(tx, id, last, now))) return
      const event = { id: newId(), name: 'inngest/scheduled.timer', data: { cron: pattern }, ts: now.getTime() }
      await startRun(tx, fn, event, { idempotencyKey: `cron:${pattern}:${next.toISOString()}` })
    })
  }
}
