import { setTimeout as delay } from 'node:timers/promises'
import type { Actor } from '@/lib/platform/actor'
import { startDeadline } from '@/lib/platform/concurrency/start-deadline'
import { db } from '@/lib/platform/db/db'
import { effectiveTier } from '@/lib/tiers/tiers'
import { claimItems } from './items/claim-items'
import { findOpenItems, type OpenItem } from './items/open-item'
import { type RunningImport, workOnItem } from './items/work-on-item'
import { OPEN_STATUSES } from './states'

/** How long a round takes; then other imports get a round. */
const ROUND_MS = 30_000
/** How soon a free slot and a cancellation are noticed. */
const LOOK_AGAIN_MS = 1000

/** A running import, and its user with all rights; null when it has ended. */
async function loadRunning(batchId: string): Promise<RunningImport | null> {
  const batch = await db().importBatch.findUnique({ where: { id: batchId }, include: { user: true } })
  if (batch?.status !== 'in_progress') return null
  const owner: Actor = { userId: batch.userId, tier: effectiveTier(batch.user), kind: 'local' }
  return { batch, owner }
}

async function isOver(batchId: string): Promise<boolean> {
  return (await db().importBatch.count({ where: { id: batchId, status: 'in_progress' } })) === 0
}

async function hasMore(batchId: string): Promise<boolean> {
  return (await db().importItem.count({ where: { batchId, state: { in: OPEN_STATUSES } }, take: 1 })) > 0
}

/** The episodes in progress in this round. */
function makeCrew(running: RunningImport, signal: AbortSignal) {
  const working = new Map<number, Promise<void>>()
  const failures: unknown[] = []
  return {
    begin: (item: OpenItem, fresh: boolean) => {
      const done = workOnItem(running, item, { fresh, signal })
        .catch((error) => failures.push(error))
        .then(() => void working.delete(item.position))
      working.set(item.position, done)
    },
    /** A failure here, and not at the source of an episode, ends the round, which is repeated later. */
    check: () => {
      if (failures.length > 0) throw failures[0]
    },
    isIdle: () => working.size === 0,
    /** Waits until one has ended, or for a moment. */
    wait: async () => {
      const moment = new AbortController()
      const passed = delay(LOOK_AGAIN_MS, undefined, { signal: moment.signal }).catch(() => undefined)
      await Promise.race([...working.values(), passed])
      moment.abort()
    },
    finished: () => Promise.all(working.values()),
  }
}

/**
 * Runs a round of an import: continues running episodes and begins new ones while there are slots, for half a minute.
 * Unfinished episodes are left to the next round. Returns whether there is more to do. Safe to run again, also by
 * another process after a crash: the outcome of an episode is written once.
 */
export async function workOnImport(batchId: string, stopped: AbortSignal): Promise<boolean> {
  const running = await loadRunning(batchId)
  if (!running) return false
  const over = new AbortController()
  const deadline = startDeadline({ signals: [stopped, over.signal], timeoutMs: ROUND_MS })
  const { signal } = deadline
  const crew = makeCrew(running, signal)
  try {
    for (const item of await findOpenItems(batchId)) crew.begin(item, false)
    while (!signal.aborted) {
      if (await isOver(batchId)) return false
      for (const item of await claimItems(running.batch)) crew.begin(item, true)
      if (crew.isIdle() && !(await hasMore(batchId))) return false
      await crew.wait()
      crew.check()
    }
  } finally {
    over.abort()
    await crew.finished()
    deadline.stop()
  }
  crew.check()
  stopped.throwIfAborted()
  return true
}
