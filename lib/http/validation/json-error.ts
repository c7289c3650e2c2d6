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

/** The first place at which a text is invalid JSON (a UTF-16 index), and why, in the words of CPython's `json`. */
type JsonFault = { index: number; error: string }

/** All from space up, but the quote and the backslash. */
const PLAIN_RUN = /[ !#-[\]-\uffff]*/y
const HEX_DIGITS = /[0-9a-fA-F]{4}/y

function isMatchAt(pattern: RegExp, text: string, index: number): boolean {
  pattern.lastIndex = index
  return pattern.test(text)
}

/** The index after the escape whose backslash is at `backslash`, or its fault. `quote` is where the string began. */
function scanEscape(text: string, backslash: number, quote: number): number | JsonFault {
  const letter = text[backslash + 1]
  if (letter === undefined) return { index: quote, error: 'Unterminated string starting at' }
  if (letter === 'u') {
    const end = backslash + 6
    // CPython wants a character after the four digits: without one no quote can follow.
    if (end >= text.length || !isMatchAt(HEX_DIGITS, text, backslash + 2)) {
      return { index: backslash + 1, error: 'Invalid \\uXXXX escape' }
    }
    return end
  }
  return '"\\/bfnrt'.includes(letter) ? backslash + 2 : { index: backslash, error: 'Invalid \\escape' }
}

/** The index after the JSON string whose opening quote is at `quote`, or what is wrong with it. Linear in its length. */
function scanJsonString(text: string, quote: number): number | JsonFault {
  let index = quote + 1
  for (;;) {
    isMatchAt(PLAIN_RUN, text, index)
    index = PLAIN_RUN.lastIndex
    const next = text[index]
    if (next === '"') return index + 1
    if (next === undefined) return { index: quote, error: 'Unterminated string starting at' }
    if (next !== '\\') return { index, error: 'Invalid control character at' }
    const end = scanEscape(text, index, quote)
    if (typeof end !== 'number') return end
    index = end
  }
}
