import { setTimeout as delay } from 'node:timers/promises'

/**
 * Waits until a condition holds, looking every few milliseconds. Throws when it doesn’t within the time, which is far more than any
 * takes: a machine with other work is slow, and not wrong. For tests.
 */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  limitMs = 120_000,
): Promise<void> {
  const deadline = Date.now() + limitMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`)
    await delay(5)
  }
}

export type Gate = { wait: () => Promise<void>; open: () => void; waiting: () => number }

/** A gate for tests: those who wait at it continue when it opens. */
export function gate(): Gate {
  let open = () => {}
  let waiting = 0
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return {
    open: () => open(),
    waiting: () => waiting,
    wait: async () => {
      waiting += 1
      await opened
    },
  }
}
