import { log } from '@/lib/platform/log'

export type Loop = {
  /** Does the work, or does it again when it is being done. */
  kick: () => void
  /** Lets no more work begin and waits for what is being done. */
  stop: () => Promise<void>
}

/**
 * Work that is done one at a time, whenever it is asked for. What it throws is logged; the next kick tries again. Work
 * that takes long looks whether it `isStopped`.
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
        log.warn(`${name} failed; it is tried again`, { error })
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
