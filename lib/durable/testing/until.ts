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
