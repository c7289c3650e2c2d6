import { availableParallelism } from 'node:os'
import { inngestMode } from '@/lib/durable/inngest-mode'
import { env } from '@/lib/platform/env'
import { countWaiting, withFairSlot } from '@/lib/platform/take-turns'

/** What a machine can only do so much of at a time. */
export type SlotKind = 'download' | 'decode' | 'speech'

/** There was no place in time: the work is to be begun again after so many seconds. */
export class NoSlot extends Error {
  override readonly name = 'NoPlace'
  readonly seconds: number

  constructor(kind: SlotKind, seconds: number) {
    super(`there is no place to ${kind} just now`)
    this.seconds = seconds
  }
}

/** Links mostly wait for the other side: many at a time cost little, and a slow one holds up nobody's work but its own. */
const DOWNLOADS = 32

/**
 * A call of an Inngest server is not kept waiting: the run sleeps there, and comes back to its place in the line. What was
 * downloaded is on this machine, and the next call may come to another, so that decoding is worth a longer wait.
 */
const TIMEOUT_MS: Record<SlotKind, number> = { download: 10_000, decode: 60_000, speech: 10_000 }
const SHORTEST_SLEEP_SECONDS = 5
const LONGEST_SLEEP_SECONDS = 60

function slotsFor(kind: SlotKind): number {
  if (kind === 'download') return DOWNLOADS
  return kind === 'speech' ? env().SPEECH_CONCURRENCY : availableParallelism()
}

/** The more wait, the longer each of them sleeps, so that not all of them keep calls waiting. */
function noSlot(kind: SlotKind): NoSlot {
  const seconds = Math.min(LONGEST_SLEEP_SECONDS, Math.max(SHORTEST_SLEEP_SECONDS, countWaiting(kind)))
  return new NoSlot(kind, seconds)
}

/** How long to wait for places: the signal aborts with a `NoPlace` once that is over. */
export type SlotWait = {
  signal: AbortSignal | undefined
  /** Does work that has its place: while it goes on, waiting for another place costs nothing. */
  during: <T>(work: () => Promise<T>) => Promise<T>
  stop: () => void
}

const ENDLESS: SlotWait = { signal: undefined, during: (work) => work(), stop: () => undefined }

/**
 * Begins to wait for places of a kind. It has an end where an Inngest server runs the durable functions: when nothing was
 * being done for a while, or else after `limitMs`. An executor of this process lets its runs wait here.
 */
export function startSlotWait(kind: SlotKind, limitMs?: number): SlotWait {
  if (inngestMode().kind === 'embedded') return ENDLESS
  const controller = new AbortController()
  let [underWay, stopped] = [0, false]
  const startIdling = () => setTimeout(() => controller.abort(noSlot(kind)), TIMEOUT_MS[kind])
  let idle = startIdling()
  // At the limit somebody else may have a turn, but nobody has to.
  const limit = limitMs === undefined ? undefined : setTimeout(() => controller.abort(new NoSlot(kind, 0)), limitMs)
  return {
    signal: controller.signal,
    during: async (work) => {
      underWay++
      clearTimeout(idle)
      try {
        return await work()
      } finally {
        underWay--
        if (underWay === 0 && !stopped) idle = startIdling()
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
 * Does work of a kind when there is a place for it in this process. Owners (jobs) take turns, however much each of them
 * has waiting, so that a short one does not wait for a long one's end. Rejects with the signal's reason when that aborts
 * first, and with a `NoPlace` when the patience is over, which is a short one of its own unless it is given.
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
