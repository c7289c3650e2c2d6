import { availableParallelism } from 'node:os'
import { countSlots, withFairSlot } from '@/lib/core/concurrency/with-fair-slot'
import { env } from '@/lib/core/env'
import { runner } from '@/lib/durable/runner'

/** The kinds of work of which a machine can run only so many at a time. */
export const SLOT_KINDS = ['download', 'decode', 'speech'] as const
export type SlotKind = (typeof SLOT_KINDS)[number]

/** There was no free slot in time: the work is to be retried after so many seconds. */
export class NoSlot extends Error {
  override readonly name = 'NoSlot'
  readonly seconds: number

  constructor(kind: SlotKind, seconds: number) {
    super(`there is no free slot to ${kind} right now`)
    this.seconds = seconds
  }
}

/** Downloads mostly wait for the network, so many may run at a time. */
const DOWNLOADS = 32

/**
 * A call of an Inngest server must not be kept waiting: the run sleeps there, and returns to its position in the queue.
 * A download is on this machine, and the next call may reach another one, so decoding is worth a longer wait.
 */
const TIMEOUT_MS: Record<SlotKind, number> = { download: 10_000, decode: 60_000, speech: 10_000 }
const SHORTEST_SLEEP_SECONDS = 5
const LONGEST_SLEEP_SECONDS = 60

function slotsFor(kind: SlotKind): number {
  if (kind === 'download') return DOWNLOADS
  return kind === 'speech' ? env().SPEECH_CONCURRENCY : availableParallelism()
}

/** The more jobs wait, the longer each of them sleeps, so that they do not all keep calls waiting. */
function noSlot(kind: SlotKind): NoSlot {
  const seconds = Math.min(LONGEST_SLEEP_SECONDS, Math.max(SHORTEST_SLEEP_SECONDS, countSlots(kind).waiting))
  return new NoSlot(kind, seconds)
}

/** How long to wait for slots: the signal aborts with a `NoSlot` when the wait is over. */
export type SlotWait = {
  signal: AbortSignal | undefined
  /** Runs work that has a slot: meanwhile waiting for another slot does not count. */
  during: <T>(work: () => Promise<T>) => Promise<T>
  stop: () => void
}

const ENDLESS: SlotWait = { signal: undefined, during: (work) => work(), stop: () => undefined }

/**
 * Starts a wait for slots of a kind. It is limited where an Inngest server runs the durable functions: it ends when
 * nothing has run for a while, or after `limitMs`. The embedded executor lets its runs wait.
 */
export function startSlotWait(kind: SlotKind, limitMs?: number): SlotWait {
  if (runner().mayWait) return ENDLESS
  const controller = new AbortController()
  let [active, stopped] = [0, false]
  const startIdling = () => setTimeout(() => controller.abort(noSlot(kind)), TIMEOUT_MS[kind])
  let idle = startIdling()
  // At the limit another job may get the slot.
  const limit = limitMs === undefined ? undefined : setTimeout(() => controller.abort(new NoSlot(kind, 0)), limitMs)
  return {
    signal: controller.signal,
    during: async (work) => {
      active++
      clearTimeout(idle)
      try {
        return await work()
      } finally {
        active--
        if (active === 0 && !stopped) idle = startIdling()
      }
    },
    stop: () => {
      stopped = true
      clearTimeout(idle)
      clearTimeout(limit)
    },
  }
}

/**
 * Runs work of a kind when this process has a free slot for it. Owners (jobs) get slots in fair order, so that a short
 * job does not wait for a long one to finish. Rejects with the signal's reason when that aborts first, and with
 * `NoSlot` when the wait is over: a short wait unless one is `given`.
 */
export async function withSlot<T>(
  kind: SlotKind,
  owner: string,
  signal: AbortSignal,
  work: () => Promise<T>,
  given?: SlotWait,
): Promise<T> {
  const wait = given ?? startSlotWait(kind)
  try {
    const resource = { name: kind, slots: slotsFor(kind) }
    return await withFairSlot(resource, owner, signal, () => wait.during(work), wait.signal)
  } finally {
    if (!given) wait.stop()
  }
}
