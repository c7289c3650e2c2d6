import { setTimeout as delay } from 'node:timers/promises'
import { logFailure } from '@/lib/core/db/log-failure'
import { boundTurn } from './bound-turn'
import type { ExecutorContext } from './context'
import { type Loop, makeLoop } from './make-loop'
import { performItem } from './runs/perform-item'
import { type DueItem, findDueItem } from './tables/find-due-item'
import { EpochOver } from './tables/transaction'

export type WorkLoop = Loop & {
  /** The items that are running. */
  runningIds: () => string[]
  /** When the last one ended; null: none has. */
  doneAt: () => Date | null
  /** Waits for running work. */
  completed: () => Promise<void>
}

type Options = {
  context: ExecutorContext
  /** How many things are done at a time. */
  slots: number
  /** The loop wakes by a timer for items that come due sooner than this. */
  pollMs: number
}

/** Begins work while there is room. */
export function workLoop({ context, slots, pollMs }: Options): WorkLoop {
  const running = new Map<string, { item: DueItem; done: Promise<void> }>()
  let wake: NodeJS.Timeout | undefined
  let doneAt: Date | null = null

  const begin = (item: DueItem) => {
    const done = performItem(context, item)
      .then(() => {
        doneAt = new Date()
      })
      .catch(async (error) => {
        if (error instanceof EpochOver) return context.lose(error)
        logFailure('error', 'an item could not be performed', { item: item.id, run: item.runId, error })
        // The item is still due: without a wait a lasting fault would have it performed without end.
        await delay(pollMs, undefined, { signal: context.abandoned }).catch(() => undefined)
      })
      .finally(() => {
        running.delete(item.id)
        loop.kick()
      })
    running.set(item.id, { item, done })
  }
  const loop: Loop = makeLoop('beginning work', async (isStopped) => {
    clearTimeout(wake)
    while (running.size < slots && !isStopped()) {
      const busy = [...running.values()].map(({ item }) => item)
      const { item, nextDueMs } = await boundTurn(context, findDueItem(context, busy))
      if (nextDueMs !== null && nextDueMs < pollMs) wake = setTimeout(loop.kick, Math.ceil(nextDueMs))
      if (!item || isStopped()) return
      begin(item)
    }
  })
  return {
    kick: loop.kick,
    stop: async () => {
      await loop.stop()
      clearTimeout(wake)
    },
    runningIds: () => [...running.keys()],
    doneAt: () => doneAt,
    completed: async () => void (await Promise.all([...running.values()].map(({ done }) => done))),
  }
}
