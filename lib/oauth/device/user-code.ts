import { randomInt } from 'node:crypto'

/** No vowels, so that no word comes about, and nothing that is mistaken for a digit (RFC 8628 §6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8
const SEPARATORS = /[\s\-–—_.]/g

/** A new user code, as it is stored: eight letters. */
export function newUserCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
}

/** A stored user code as people read it: `BDWP-HQPK`. */
export function formatUserCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
}

/** A typed text as a stored user code; null for a text that can't be one. */
export function parseUserCode(typed: string): string | null {
  const code = typed.slice(0, 100).replace(SEPARATORS, '').toUpperCase()
  return code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : null
}
