import type pg from 'pg'
import { deleteClaimed, type Item } from './item-table'
import { lockRuns, type Run } from './run-table'
import { type Tx, transaction } from './transaction'

/**
 * Takes a claimed item out and applies its outcome, in one transaction. Nothing happens when the item has been taken
 * over; and nothing but its going out when its run has ended. Gives whether the outcome was applied.
 */
export async function completeItem(
  pool: pg.Pool,
  item: Item,
  apply: (tx: Tx, run: Run) => Promise<void>,
): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const run = (await lockRuns(tx, [item.runId])).get(item.runId)
    if (!(await deleteClaimed(tx, item))) return false
    if (run?.status !== 'running') return false
    await apply(tx, run)
    return true
  })
}
