import { startDeadline } from '@/lib/core/concurrency/start-deadline'
import type { ExecutorContext } from './context'
import { EpochOver } from './tables/transaction'

/**
 * A turn only reads and writes rows. It may wait 10 seconds for a connection, and 20 for a row that a former holder still
 * locks.
 */
const TURN_LIMIT_MS = 50_000

/**
 * Waits for one turn of a loop. A turn that is late, on a connection whose server has vanished, or whose epoch is over,
 * ends the term: the next one asks anew.
 */
export async function boundTurn<T>(
  { lose, abandoned }: Pick<ExecutorContext, 'lose' | 'abandoned'>,
  turn: Promise<T>,
  limitMs = TURN_LIMIT_MS,
): Promise<T> {
  const late = () => new Error('the database has not answered in time')
  const deadline = startDeadline({ signals: [abandoned], timeoutMs: limitMs, late })
  try {
    return await deadline.race(turn)
  } catch (error) {
    if (error instanceof EpochOver) lose(error)
    if (deadline.isLate()) lose(deadline.signal.reason)
    throw error
  } finally {
    deadline.stop()
  }
}
