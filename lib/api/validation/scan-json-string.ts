import type { JsonFault } from './json-fault'

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
export function scanJsonString(text: string, quote: number): number | JsonFault {
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
