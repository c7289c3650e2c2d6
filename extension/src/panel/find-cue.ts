type Times = { start: number; end: number }

/** Which segment is said at a time: the last that has begun, also in the pause behind it. -1 before the first. */
export function findCue(segments: readonly Times[], seconds: number): number {
  let [low, high] = [0, segments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((segments[middle]?.start ?? Number.POSITIVE_INFINITY) <= seconds) low = middle + 1
    else high = middle
  }
  return low - 1
}
