import { randomUUID } from 'node:crypto'

/**
 * A new UUID version 7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, then randomness, so that ids sort by time. The
 * randomness is that of a version 4, for which Node keeps a pool.
 */
export function newId(nowMs: number = Date.now()): string {
  const time = nowMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether a string is a lower-case UUID: what may be compared with an id column. */
export function isId(value: string): boolean {
  return UUID.test(value)
}
