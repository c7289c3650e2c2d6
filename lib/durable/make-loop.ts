import { logFailure } from '@/lib/core/db/log-failure'

export type Loop = {
  /** Starts the work, or repeats it once when it is running. */
  kick: () => void
  /** Starts no more work and waits for the running work. */
  stop: () => Promise<void>
}

/**
 * Work that runs one at a time, whenever it is kicked. What it throws is logged; the next kick tries again. Long work
 * checks `isStopped`.
 */
export function makeLoop(name: string, work: (isStopped: () => boolean) => Promise<void>): Loop {
  let running: Promise<void> | undefined
  let again = false
  let stopped = false

  const run = async () => {
    do {
      again = false
      try {
        await work(() => stopped)
      } catch (error) {
        logFailure('warn', `${name} failed; it is tried again`, { error })
      }
    } while (again && !stopped)
    running = undefined
  }
  return {
    kick: () => {
      if (stopped) return
      again = true
      running ??= run()
    },
    stop: async () => {
      stopped = true
      await running
    },
  }
}
