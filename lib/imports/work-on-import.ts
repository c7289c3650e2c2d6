import { setTimeout as delay } from 'node:timers/promises'
import type { Actor } from '@/lib/core/actor'
import { startDeadline } from '@/lib/core/concurrency/start-deadline'
import { db } from '@/lib/core/db/db'
import { effectiveTier } from '@/lib/usage/tiers'
import { IMPORTS_AT_A_TIME } from './import-run'
import { countImporters } from './import-table'
import { claimItems } from './items/claim-items'
import { findOpenItems, type OpenItem } from './items/open-item'
import { type RunningImport, workOnItem } from './items/work-on-item'
import { OPEN_STATUSES } from './states'

/** How long a round takes; then other imports get a round. */
const ROUND_MS = 30_000
/** The interval at which a cancellation is noticed and, in a round without an item, a free slot. */
const LOOK_AGAIN_MS = 1000
const LOOK_FOR_SLOT_MS = 250
/** The most items that a round begins while other users import; then their rounds have the slots. */
const TURN_ITEMS = 5

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
      const ms = working.size > 0 ? LOOK_AGAIN_MS : LOOK_FOR_SLOT_MS
      const passed = delay(ms, undefined, { signal: moment.signal }).catch(() => undefined)
      await Promise.race([...working.values(), passed])
      moment.abort()
    },
    finished: () => Promise.all(working.values()),
  }
}

/** The turn of a round, which ends early for other users. */
function makeTurn() {
  let begun = 0
  let isEmpty = false
  return {
    /** How many more items may begin, with so many users who import. */
    left: (users: number) => (users > 1 ? TURN_ITEMS - begun : Number.MAX_SAFE_INTEGER),
    note: (items: number) => {
      begun += items
    },
    /** Whether a round without an item ends: its time is up, or there was no slot while other users wait for a round. */
    isOver: (users: number) => {
      const wasEmpty = isEmpty
      isEmpty = true
      return (users > 1 && begun >= TURN_ITEMS) || (users > IMPORTS_AT_A_TIME && wasEmpty)
    },
  }
}

/**
 * Runs a round of an import: continues running episodes and begins new ones while there are slots, for half a minute
 * or, while other users import too, five new ones. Unfinished episodes are left to the next round. Returns whether there is more to do. Safe to run again, also by
 * another process after a crash: the outcome of an episode is written once.
 */
export async function workOnImport(batchId: string, stopped: AbortSignal): Promise<boolean> {
  const running = await loadRunning(batchId)
  if (!running) return false
  const over = new AbortController()
  const deadline = startDeadline({ signals: [stopped, over.signal], timeoutMs: ROUND_MS })
  const { signal } = deadline
  const crew = makeCrew(running, signal)
  const turn = makeTurn()
  try {
    for (const item of await findOpenItems(batchId)) crew.begin(item, false)
    while (!signal.aborted) {
      if (await isOver(batchId)) return false
      const users = await countImporters(db())
      const items = await claimItems(running.batch, turn.left(users))
      turn.note(items.length)
      for (const item of items) crew.begin(item, true)
      if (crew.isIdle()) {
        if (!(await hasMore(batchId))) return false
        if (turn.isOver(users)) return true
      }
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
