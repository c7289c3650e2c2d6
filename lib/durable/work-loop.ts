import { setTimeout as delay } from 'node:timers/promises'
import { log } from '@/lib/core/log'
import type { ExecutorContext } from './context'
import { type Loop, makeLoop } from './make-loop'
import { performItem } from './runs/perform-item'
import { claimItem } from './tables/claim-item'
import type { Item } from './tables/item-table'

export type WorkLoop = Loop & {
  /** The running work. */
  running: () => Item[]
  /** Waits for running work, for so long at most. */
  completed: (limitMs: number) => Promise<void>
  /** How much work has been claimed. */
  claimed: () => number
}

type Options = {
  context: ExecutorContext
  /** How many things are done at a time. */
  slots: number
  /** The loop wakes by a timer for items that come due sooner than this. */
  pollMs: number
}

/** Claims work while there is room, and does it. */
export function workLoop({ context, slots, pollMs }: Options): WorkLoop {
  const running = new Map<string, { item: Item; done: Promise<void> }>()
  let claimed = 0
  let wake: NodeJS.Timeout | undefined

  const begin = (item: Item) => {
    claimed += 1
    const key = `${item.id}.${item.generation}`
    const done = performItem(context, item)
      .catch((error) => log.error('an item could not be performed', { item: item.id, run: item.runId, error }))
      .finally(() => {
        running.delete(key)
        loop.kick()
      })
    running.set(key, { item, done })
  }
  const loop: Loop = makeLoop('claiming work', async (isStopped) => {
    clearTimeout(wake)
    while (running.size < slots && !isStopped()) {
      const { item, nextDueMs } = await claimItem(context)
      if (nextDueMs !== null && nextDueMs < pollMs) wake = setTimeout(loop.kick, Math.ceil(nextDueMs))
      if (!item) return
      begin(item)
    }
  })
  return {
    kick: loop.kick,
    stop: async () => {
      await loop.stop()
      clearTimeout(wake)
    },
    running: () => [...running.values()].map(({ item }) => item),
    completed: async (limitMs) => {
      const limit = new AbortController()
      const all = Promise.all([...running.values()].map(({ done }) => done))
      await Promise.race([all, delay(limitMs, undefined, { signal: limit.signal }).catch(() => undefined)])
      limit.abort()
    },
    claimed: () => claimed,
  }
}
