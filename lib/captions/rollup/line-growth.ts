import { findOverlaps } from '@/lib/captions/rollup/find-overlaps'
import { isNoSpace } from '@/lib/captions/text-joiner'

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u

/** What a line that is painted on has gained: `so we` to `so we went` is ` went`. Null when it isn't the same line. */
export function lineGrowth(line: string, longer: string): string | null {
  if (longer.length <= line.length || !longer.startsWith(line)) return null
  const before = line.charAt(line.length - 1)
  const gained = longer.slice(line.length)
  const cutsWord = WORD_CHARACTER.test(before) && WORD_CHARACTER.test(gained.charAt(0))
  return cutsWord && !isNoSpace(gained.codePointAt(0)) ? null : gained
}

/** Whether a growth brings a word that the line has not: `no` to `no, no` is what people say, too. */
export function bringsNewWord(line: string, gained: string): boolean {
  return gained.split(/[^\p{L}\p{N}\p{M}]+/u).some((word) => word !== '' && !line.includes(word))
}

/**
 * How many lines of `next` stand before the one into which the last shown line has grown, all of them shown before.
 * Null when it hasn't grown.
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
