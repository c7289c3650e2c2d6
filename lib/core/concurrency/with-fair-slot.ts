import { clearSingleton, singleton } from './singleton'

/** A resource with so many slots in this process. */
type Resource = { name: string; slots: number }

/** The waiting work of an owner. The owner with the lowest `since` has waited longest and is next. */
type Waiting = { since: number; waiters: (() => void)[] }

type Queue = {
  taken: number
  clock: number
  waiting: Map<string, Waiting>
  /** Owners that left without a slot and may return: they keep their position in the queue for a while. */
  away: Map<string, { since: number; untilMs: number }>
}

const KEPT_MS = 5 * 60_000

function lineFor(name: string): Queue {
  return singleton<Queue>(`slots ${name}`, () => ({ taken: 0, clock: 0, waiting: new Map(), away: new Map() }))
}

/** Gives the slot to the owner who has waited longest since its last slot. */
function callNext(queue: Queue): boolean {
  let [first, earliest]: [string | null, Waiting | null] = [null, null]
  for (const [owner, waiting] of queue.waiting) {
    if (earliest === null || waiting.since < earliest.since) [first, earliest] = [owner, waiting]
  }
  if (first === null || earliest === null) return false
  const [next, ...waiters] = earliest.waiters
  queue.waiting.delete(first)
  if (waiters.length > 0) queue.waiting.set(first, { since: ++queue.clock, waiters })
  next?.()
  return true
}

function leaveQueue(queue: Queue, owner: string, waiter: () => void): void {
  const waiting = queue.waiting.get(owner)
  if (!waiting) return
  const waiters = waiting.waiters.filter((one) => one !== waiter)
  if (waiters.length > 0) queue.waiting.set(owner, { ...waiting, waiters })
  else queue.waiting.delete(owner)
}

/** Keeps an owner's position in the queue, and drops those of owners who did not come back in time. */
function keepPosition({ away, waiting }: Queue, owner: string): void {
  const nowMs = performance.now()
  for (const [other, { untilMs }] of away) if (untilMs < nowMs) away.delete(other)
  const since = waiting.get(owner)?.since
  if (since !== undefined) away.set(owner, { since, untilMs: nowMs + KEPT_MS })
}

function joinLine(queue: Queue, owner: string, waiter: () => void): void {
  const here = queue.waiting.get(owner)
  const since = here?.since ?? queue.away.get(owner)?.since ?? ++queue.clock
  queue.away.delete(owner)
  queue.waiting.set(owner, { since, waiters: [...(here?.waiters ?? []), waiter] })
}

type Signals = { signal: AbortSignal; waitLimit: AbortSignal | undefined }

function take(queue: Queue, slots: number, owner: string, { signal, waitLimit }: Signals): Promise<void> {
  if (queue.taken < slots) {
    queue.taken++
    queue.away.delete(owner)
    return Promise.resolve()
  }
  return new Promise((resolve, reject) => {
    const stop = () => {
      signal.removeEventListener('abort', onAbort)
      waitLimit?.removeEventListener('abort', onWaitLimit)
    }
    const onSlot = () => {
      stop()
      resolve()
    }
    const leave = (reason: unknown) => {
      stop()
      leaveQueue(queue, owner, onSlot)
      reject(reason)
    }
    const onAbort = () => leave(signal.reason)
    const onWaitLimit = () => {
      keepPosition(queue, owner)
      leave(waitLimit?.reason)
    }
    joinLine(queue, owner, onSlot)
    signal.addEventListener('abort', onAbort, { once: true })
    waitLimit?.addEventListener('abort', onWaitLimit, { once: true })
    if (waitLimit?.aborted) onWaitLimit()
  })
}

/** The slots that are taken in this process, and the owners that wait for one. */
export function countSlots(name: string): { taken: number; waiting: number } {
  const { taken, waiting } = lineFor(name)
  return { taken, waiting: waiting.size }
}

/**
 * Runs work when there is a free slot. Owners get slots in fair order, however many waiters each of them has, and the
 * waiters of one owner in the order in which they came. Rejects with the signal’s reason when that aborts first.
 * `waitLimit` also ends the wait, but not the work once it has begun; an owner who comes back within five minutes keeps
 * its position in the queue.
 */
export async function withFairSlot<T>(
  { name, slots }: Resource,
  owner: string,
  signal: AbortSignal,
  work: () => Promise<T>,
  waitLimit?: AbortSignal,
): Promise<T> {
  signal.throwIfAborted()
  const queue = lineFor(name)
  await take(queue, slots, owner, { signal, waitLimit })
  try {
    return await work()
  } finally {
    // A slot that is passed on stays taken.
    if (!callNext(queue)) queue.taken--
    // A queue may belong to one user: it is not kept when it is empty.
    if (queue.taken === 0 && queue.away.size === 0) clearSingleton(`slots ${name}`)
  }
}
