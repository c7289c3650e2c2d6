/** The index of the line that is being said at a time: the last one that has begun; -1 before the first. Both in seconds. */
export function lineAt(lines: readonly { start: number }[], seconds: number): number {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((lines[middle]?.start ?? Number.POSITIVE_INFINITY) <= seconds) low = middle + 1
    else high = middle
  }
  return low - 1
}
