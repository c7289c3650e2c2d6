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
