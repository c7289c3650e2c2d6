/** A text's words in lower case, without punctuation; numbers and contractions stay as they are written. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}'\s]+/gu, ' ')
    .split(/\s+/)
    .filter(Boolean)

/** The fewest changes from any beginning of the one list (a row each) to any beginning of the other (a column each). */
function changeTable(expected: readonly string[], actual: readonly string[]): Uint16Array[] {
  const rows = [Uint16Array.from({ length: actual.length + 1 }, (_, count) => count)]
  for (const [at, word] of expected.entries()) {
    const row = rows[at] ?? new Uint16Array()
    const next = new Uint16Array(actual.length + 1)
    next[0] = at + 1
    for (const [other, candidate] of actual.entries()) {
      const changed = (row[other] ?? 0) + (word === candidate ? 0 : 1)
      next[other + 1] = Math.min(changed, (row[other + 1] ?? 0) + 1, (next[other] ?? 0) + 1)
    }
    rows.push(next)
  }
  return rows
}

/**
 * The word error rate of a text: how many words have to be put in, left out or changed to get what was said, for each word
 * that was said. 0 is right; more than 1 is possible.
 */
export function wordErrorRate(said: string, transcribed: string): number {
  const [expected, actual] = [wordsOf(said), wordsOf(transcribed)]
  return (changeTable(expected, actual).at(-1)?.at(-1) ?? 0) / expected.length
}

/** Which word of the one list is which of the other, by their indexes: the equal ones where the fewest changes leave them. */
export function matchWords(expected: readonly string[], actual: readonly string[]): [number, number][] {
  const table = changeTable(expected, actual)
  const matches: [number, number][] = []
  let [row, column] = [expected.length, actual.length]
  while (row > 0 && column > 0) {
    const changes = table[row]?.[column] ?? 0
    const isEqual = expected[row - 1] === actual[column - 1]
    if ((table[row - 1]?.[column - 1] ?? 0) + (isEqual ? 0 : 1) === changes) {
      row--
      column--
      if (isEqual) matches.push([row, column])
    } else if ((table[row - 1]?.[column] ?? 0) + 1 === changes) row--
    else column--
  }
  return matches.reverse()
}
