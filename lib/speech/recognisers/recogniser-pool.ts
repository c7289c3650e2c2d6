import { setTimeout as wait } from 'node:timers/promises'
import { raceDeadline } from '@/lib/core/concurrency/start-deadline'
import { withFairSlot } from '@/lib/core/concurrency/with-fair-slot'
import { newId } from '@/lib/core/ids'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { type Resident, speechMemory } from './memory-budget'
import type { Outcome, Recogniser, Request } from './recogniser'

export type PoolOptions<Recognition> = {
  /** The model, as the commands call it. */
  model: string
  /** The remedy for a model that crashes each time, as a sentence. */
  remedy: string
  /** The maximum number of concurrent children. */
  size: number
  /** The memory of a child with its model. */
  childBytes: number
  /** A new child, which has not loaded its model. */
  start: () => Recogniser<Recognition> | Promise<Recogniser<Recognition>>
  /** The configuration that loads the model; rejects with a Problem where it must not be loaded. */
  configuration: () => Promise<object>
  /** How long a child without work is kept; five minutes by default. */
  idleMs?: number
  /** How long is waited after the first crash before a child is started anew, 2 s by default; after the second twice as long. */
  backOffMs?: number
}

const IDLE_MS = 5 * 60_000
const BACK_OFF_MS = 2_000

/** `timeoutMs` counts from when a child begins; `options` are what the child is asked besides. */
type RecogniseOptions = { timeoutMs: number; signal: AbortSignal; options?: object }

export type RecogniserPool<Recognition> = {
  /**
   * Recognises speech in samples of 16 kHz. Throws Problems `transcriber_failed` and `transcriber_unavailable`, and the signal's
   * reason.
   */
  recognise: (samples: Float32Array, options: RecogniseOptions) => Promise<Recognition>
}

const LOAD_TIMEOUT_MS = 3 * 60_000

/** A child that is too slow is ended, which is reported as its end. */
async function callWithin<Recognition>(
  recogniser: Recogniser<Recognition>,
  request: Request,
  timeoutMs: number,
): Promise<Outcome<Recognition>> {
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    recogniser.kill()
  }, timeoutMs)
  const outcome = await recogniser.ask(request)
  clearTimeout(timer)
  return isLate && 'ended' in outcome ? { ended: `gave no answer within ${timeoutMs / 1000} s` } : outcome
}

type Child<Recognition> = { recogniser: Recogniser<Recognition>; memory: Resident }

/** Keeps children without work for a while, as long as nothing else needs their memory. */
function keepIdle<Recognition>(idleMs: number) {
  const timers = new Map<Child<Recognition>, NodeJS.Timeout>()
  const clear = (child: Child<Recognition>) => {
    clearTimeout(timers.get(child))
    timers.delete(child)
  }
  return {
    clear,
    add: (child: Child<Recognition>) => {
      timers.set(child, setTimeout(child.recogniser.kill, idleMs).unref())
      child.memory.rest(() => {
        clear(child)
        child.recogniser.kill()
      })
    },
    /** The one that was used last. */
    take: (): Child<Recognition> | undefined => {
      const child = [...timers.keys()].at(-1)
      if (!child) return undefined
      clear(child)
      child.memory.work()
      return child
    },
  }
}

type Crashes = {
  /** Waits until a child may be started; throws Problem `transcriber_unavailable` while the model is left alone. */
  backOff: () => Promise<void>
  /** Counts a crash and returns its Problem. */
  add: (how: string) => Problem
  /** Speech was recognised: the model works. */
  clear: () => void
}

type CrashOptions = { model: string; remedy: string; backOffMs: number }

const MAX_IN_A_ROW = 3
/** How long a model that crashes each time is left alone. */
const REST_MS = 60_000

/**
 * Counts the crashes in a row of a model's children: each is waited after a little longer, and the third ends trying.
 */
function countCrashes({ model, remedy, backOffMs }: CrashOptions): Crashes {
  let inARow = 0
  let lastAtMs = 0

  function tooManyCrashes(cause?: string): Problem {
    return new Problem('transcriber_unavailable', {
      detail: `The speech model ${model} has crashed ${inARow} times in a row: it is damaged, or needs more memory than available. ${remedy}`,
      retryAfterSeconds: REST_MS / 1000,
      cause,
    })
  }
  return {
    backOff: async () => {
      if (inARow >= MAX_IN_A_ROW && Date.now() < lastAtMs + REST_MS) throw tooManyCrashes()
      if (inARow < MAX_IN_A_ROW) await wait(backOffMs * inARow)
    },
    add: (how) => {
      inARow++
      lastAtMs = Date.now()
      log.warn('a speech recogniser crashed', { model, how, crashes: inARow })
      if (inARow >= MAX_IN_A_ROW) return tooManyCrashes(how)
      return new Problem('transcriber_failed', { context: { retryable: true }, cause: how })
    },
    clear: () => {
      inARow = 0
    },
  }
}

/**
 * Children that have a model loaded, at most so many: started when there is work for them, kept warm for a while, ended
 * with this process. A child that dies fails what it was at; after three deaths in a row the model is left alone for a
 * minute. An aborted chunk is dropped: its child, which can't be interrupted, is used again when it is done with it.
 */
export function createPool<Recognition>(options: PoolOptions<Recognition>): RecogniserPool<Recognition> {
  const { idleMs = IDLE_MS, backOffMs = BACK_OFF_MS } = options
  const children = { name: `recognisers ${newId()}`, slots: options.size }
  const crashes = countCrashes({ ...options, backOffMs })
  const idle = keepIdle<Recognition>(idleMs)

  async function startOne(): Promise<Child<Recognition>> {
    await crashes.backOff()
    const load = await options.configuration()
    const memory = await speechMemory().enter(options.childBytes)
    try {
      const recogniser = await options.start()
      const child = { recogniser, memory }
      void recogniser.ended.then(() => {
        idle.clear(child)
        memory.end()
      })
      const outcome = await callWithin(recogniser, { load }, LOAD_TIMEOUT_MS)
      if ('loaded' in outcome) return child
      recogniser.kill()
      throw crashes.add('ended' in outcome ? outcome.ended : JSON.stringify(outcome))
    } catch (error) {
      memory.end()
      throw error
    }
  }

  async function recognise(
    child: Child<Recognition>,
    samples: Float32Array,
    { timeoutMs, options: asked }: RecogniseOptions,
  ): Promise<Recognition> {
    const outcome = await callWithin(child.recogniser, { recognise: samples, options: asked }, timeoutMs)
    if ('ended' in outcome) throw crashes.add(outcome.ended)
    crashes.clear()
    idle.add(child)
    if ('transcribed' in outcome) return outcome.transcribed
    throw new Problem('transcriber_failed', { context: { retryable: true }, cause: JSON.stringify(outcome) })
  }

  async function work(samples: Float32Array, wanted: RecogniseOptions): Promise<Recognition> {
    const child = idle.take() ?? (await startOne())
    if (!wanted.signal.aborted) return await recognise(child, samples, wanted)
    idle.add(child)
    throw wanted.signal.reason
  }

  return {
    recognise: (samples, wanted) => {
      const { signal } = wanted
      // A child that is at work keeps its slot, whatever becomes of its caller.
      return raceDeadline(
        { signals: [signal] },
        withFairSlot(children, '', signal, () => work(samples, wanted)),
      )
    },
  }
}
