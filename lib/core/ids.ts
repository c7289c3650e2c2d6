import { randomUUID } from 'node:crypto'

const lastTime = { ms: -1, digits: '' }

/** The first two groups of an id. Many are made in the same millisecond. */
function timeDigits(ms: number): string {
  if (ms !== lastTime.ms) {
    const hex = ms.toString(16).padStart(12, '0')
    lastTime.digits = `${hex.slice(0, 8)}-${hex.slice(8)}`
    lastTime.ms = ms
  }
  return lastTime.digits
}

/**
 * A new UUID version 7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, then randomness, so that ids sort by time. The
 * randomness is that of a version 4, for which Node keeps a pool.
 */
export function newId(nowMs: number = Date.now()): string {
  return `${timeDigits(nowMs)}-7${randomUUID().slice(15)}`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether a string is a lower-case UUID: what may be compared with an id column. */
export function isId(value: string): boolean {
  return UUID.test(value)
}
