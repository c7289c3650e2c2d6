/** Lower case, without punctuation; numbers and contractions stay as they are written. */
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}'\s]+/gu, ' ')
    .split(/\s+/)
    .filter(Boolean)

/**
 * The word error rate of a text: how many words have to be put in, left out or changed to get what was said, for each word
 * that was said. 0 is right; more than 1 is possible.
 */
export function wordErrorRate(said: string, transcribed: string): number {
  const [expected, actual] = [wordsOf(said), wordsOf(transcribed)]
  let row = Array.from({ length: actual.length + 1 }, (_, count) => count)
  for (const [at, word] of expected.entries()) {
    const next = [at + 1]
    for (const [other, candidate] of actual.entries()) {
      const changed = (row[other] ?? 0) + (word === candidate ? 0 : 1)
      next.push(Math.min(changed, (row[other + 1] ?? 0) + 1, (next[other] ?? 0) + 1))
    }
    row = next
  }
  return (row.at(-1) ?? 0) / expected.length
}
