import type { JsonFault } from './json-fault'
import { scanJsonString } from './scan-json-string'

/** Deeper bodies are refused: writing them into an answer would overflow the stack. */
export const MAX_JSON_DEPTH = 500

const SPACE = /[ \t\n\r]*/y
const SCALAR = /null|true|false|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y

function skipSpace(text: string, index: number): number {
  SPACE.lastIndex = index
  SPACE.test(text)
  return SPACE.lastIndex
}

/** The index after the string, number or literal at `index`. */
function scanScalar(text: string, index: number): number | JsonFault {
  if (text[index] === '"') return scanJsonString(text, index)
  SCALAR.lastIndex = index
  return SCALAR.test(text) ? SCALAR.lastIndex : { index, error: 'Expecting value' }
}

/** The index of the value that belongs to the property name at `index`. */
function scanKey(text: string, index: number): number | JsonFault {
  if (text[index] !== '"') return { index, error: 'Expecting property name enclosed in double quotes' }
  const end = scanJsonString(text, index)
  if (typeof end !== 'number') return end
  const colon = skipSpace(text, end)
  return text[colon] === ':' ? skipSpace(text, colon + 1) : { index: colon, error: "Expecting ':' delimiter" }
}

/** The index after a value's beginning: a whole scalar or empty container, or the first thing inside, noted in `closers`. */
function scanValue(text: string, index: number, closers: string[]): number | JsonFault {
  const opener = text[index]
  if (opener !== '{' && opener !== '[') return scanScalar(text, index)
  if (closers.length === MAX_JSON_DEPTH) return { index, error: `Nested deeper than ${MAX_JSON_DEPTH} levels` }
  const closer = opener === '{' ? '}' : ']'
  const inside = skipSpace(text, index + 1)
  if (text[inside] === closer) return inside + 1
  closers.push(closer)
  return opener === '{' ? scanKey(text, inside) : inside
}

/** From behind a value to where the next one begins; the text's length, with no closer left, when all is closed. */
function scanToNextValue(text: string, index: number, closers: string[]): number | JsonFault {
  let at = skipSpace(text, index)
  for (;;) {
    const closer = closers.at(-1)
    if (closer === undefined) return at < text.length ? { index: at, error: 'Extra data' } : at
    if (text[at] !== closer) {
      if (text[at] !== ',') return { index: at, error: "Expecting ',' delimiter" }
      const next = skipSpace(text, at + 1)
      return closer === '}' ? scanKey(text, next) : next
    }
    closers.pop()
    at = skipSpace(text, at + 1)
  }
}

function findFault(text: string): JsonFault | null {
  const closers: string[] = []
  let index = skipSpace(text, 0)
  for (;;) {
    const depth = closers.length
    const behind = scanValue(text, index, closers)
    if (typeof behind !== 'number') return behind
    index = behind
    if (closers.length > depth) continue
    const next = scanToNextValue(text, index, closers)
    if (typeof next !== 'number') return next
    if (closers.length === 0) return null
    index = next
  }
}

/**
 * Why a text is no JSON (RFC 8259), in the words of CPython 3.11's `json.loads`, with the position in code points; null
 * if it is. NaN and the infinities, which CPython takes, are no JSON here. Linear in the text, and never recursive.
 */
export function jsonError(text: string): { position: number; error: string } | null {
  const fault = findFault(text)
  return fault && { position: Array.from(text.slice(0, fault.index)).length, error: fault.error }
}
