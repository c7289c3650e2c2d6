import { availableParallelism } from 'node:os'
import { singleton } from '@/lib/platform/singleton'

type Slots = { free: number; waiting: (() => void)[] }

function slotsOf(kind: string): Slots {
  return singleton(`yt-dlp ${kind} slots`, () => ({ free: availableParallelism(), waiting: [] }))
}

function release(slots: Slots): void {
  const next = slots.waiting.shift()
  if (next) next()
  else slots.free++
}

function take(slots: Slots, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  if (slots.free > 0) {
    slots.free--
    return Promise.resolve()
  }
  return new Promise((resolve, reject) => {
    const onTurn = () => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }
    const onAbort = () => {
      slots.waiting.splice(slots.waiting.indexOf(onTurn), 1)
      reject(signal.reason)
    }
    slots.waiting.push(onTurn)
    signal.addEventListener('abort', onAbort, { once: true })
  })
}

/**
 * Runs `work` when it is its turn: as many of a kind at a time as there are cores. Looking and downloading are kinds of
 * their own, so that a look, which takes a second, does not wait for a download, which takes minutes. Rejects with the
 * signal's reason when that aborts first.
 */
export async function inChildSlot<T>(
  kind: 'look' | 'download',
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const slots = slotsOf(kind)
  await take(slots, signal)
  try {
    return await work()
  } finally {
    release(slots)
  }
}
