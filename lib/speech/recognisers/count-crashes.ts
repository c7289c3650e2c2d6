import { setTimeout as wait } from 'node:timers/promises'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'

export type Crashes = {
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
export function countCrashes({ model, remedy, backOffMs }: CrashOptions): Crashes {
  let inARow = 0
  let lastAtMs = 0

  function isDisabled(cause?: string): Problem {
    return new Problem('transcriber_unavailable', {
      detail: `The speech model ${model} has crashed ${inARow} times in a row: it is damaged, or needs more memory than available. ${remedy}`,
      retryAfterSeconds: REST_MS / 1000,
      cause,
    })
  }
  return {
    backOff: async () => {
      if (inARow >= MAX_IN_A_ROW && Date.now() < lastAtMs + REST_MS) throw isDisabled()
      if (inARow < MAX_IN_A_ROW) await wait(backOffMs * inARow)
    },
    add: (how) => {
      inARow++
      lastAtMs = Date.now()
      log.warn('a speech recogniser crashed', { model, how, crashes: inARow })
      if (inARow >= MAX_IN_A_ROW) return isDisabled(how)
      return new Problem('transcriber_failed', { context: { retryable: true }, cause: how })
    },
    clear: () => {
      inARow = 0
    },
  }
}
