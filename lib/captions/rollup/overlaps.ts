import { isNoSpace } from '../text/text-joiner'

/**
 * Every `k`, largest first, such that the first `k` of `next` are the last `k` of `shown`. Linear time (the prefix
 * function of Knuth, Morris and Pratt).
 */
export function findOverlaps(shown: readonly string[], next: readonly string[]): number[] {
  const length = Math.min(shown.length, next.length)
  const first = next[0]
  if (first === undefined || !shown.includes(first, shown.length - length)) return []
  if (length === 1) return [1]
  const borders = [0]
  const advance = (matched: number, item: string | undefined): number => {
    let count = matched
    while (count > 0 && (count === length || next[count] !== item)) count = borders[count - 1] ?? 0
    return next[count] === item ? count + 1 : 0
  }
  for (let index = 1; index < length; index += 1) borders.push(advance(borders[index - 1] ?? 0, next[index]))
  let matched = 0
  for (let index = shown.length - length; index < shown.length; index += 1) matched = advance(matched, shown[index])
  const overlaps: number[] = []
  for (; matched > 0; matched = borders[matched - 1] ?? 0) overlaps.push(matched)
  return overlaps
}

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u

/** The gain of a painted-on line: from `so we` to `so we went` it is ` went`. Null when it isn't the same line. */
export function lineGrowth(line: string, longer: string): string | null {
  if (longer.length <= line.length || !longer.startsWith(line)) return null
  const before = line.charAt(line.length - 1)
  const gained = longer.slice(line.length)
  const cutsWord = WORD_CHARACTER.test(before) && WORD_CHARACTER.test(gained.charAt(0))
  return cutsWord && !isNoSpace(gained.codePointAt(0)) ? null : gained
}

/** Whether a growth adds a new word to the line. From `no` to `no, no` may be speech. */
export function bringsNewWord(line: string, gained: string): boolean {
  return gained.split(/[^\p{L}\p{N}\p{M}]+/u).some((word) => word !== '' && !line.includes(word))
}

/**
 * The number of lines of `next`, all of them shown before, that precede the line into which the last shown line has grown. Null
 * when it hasn't grown.
 */
export function linesBeforeGrowth(shown: readonly string[], next: readonly string[]): number | null {
  const last = shown.at(-1)
  if (last === undefined || !next.some((line) => line.startsWith(last))) return null
  const isGrown = (line: string | undefined) => line !== undefined && lineGrowth(last, line) !== null
  if (shown.length > 1) {
    for (const count of findOverlaps(shown.slice(0, -1), next)) if (isGrown(next[count])) return count
  }
  return isGrown(next[0]) ? 0 : null
}
