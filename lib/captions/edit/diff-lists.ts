/** A stretch in which two lists differ: `before[from, to)` is replaced by `after[start, end)`. One of both may be empty. */
export type Difference = { from: number; to: number; start: number; end: number }

type Pair = [before: number, after: number]

/** The largest table of a longest common subsequence: 2 MB. */
const MAX_CELLS = 1_000_000

/** The pairs of a longest common subsequence of two short lists. */
function commonPairs(before: readonly string[], after: readonly string[], range: Difference): Pair[] {
  const { from, to, start, end } = range
  const width = end - start + 1
  const lengths = new Uint16Array((to - from + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = to - from - 1; row >= 0; row--) {
    for (let column = end - start - 1; column >= 0; column--) {
      const isSame = before[from + row] === after[start + column]
      lengths[row * width + column] = isSame
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const pairs: Pair[] = []
  let row = 0
  let column = 0
  while (row < to - from && column < end - start) {
    if (before[from + row] === after[start + column]) pairs.push([from + row++, start + column++])
    else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  }
  return pairs
}

/** The positions of the items that occur exactly once in a stretch of a list, and -1 for the others. */
function uniquePositions(list: readonly string[], from: number, to: number): Map<string, number> {
  const positions = new Map<string, number>()
  for (let index = from; index < to; index++) {
    const item = list[index] ?? ''
    positions.set(item, positions.has(item) ? -1 : index)
  }
  return positions
}

/** The longest run of pairs that rise in both lists. The pairs come in the order of the first. */
function risingPairs(pairs: readonly Pair[]): Pair[] {
  const ends: number[] = []
  const previous: number[] = []
  for (const [index, [, after]] of pairs.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < after) low = middle + 1
      else high = middle
    }
    previous[index] = low > 0 ? (ends[low - 1] ?? -1) : -1
    ends[low] = index
  }
  const rising: Pair[] = []
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const pair = pairs[index]
    if (pair) rising.push(pair)
  }
  return rising.reverse()
}

/** Pairs of the items that occur once in both stretches: they divide long lists into short ones. */
function anchorPairs(before: readonly string[], after: readonly string[], range: Difference): Pair[] {
  const there = uniquePositions(after, range.start, range.end)
  const pairs: Pair[] = []
  for (const [item, index] of uniquePositions(before, range.from, range.to)) {
    const other = there.get(item) ?? -1
    if (index >= 0 && other >= 0) pairs.push([index, other])
  }
  return risingPairs(pairs.sort(([one], [other]) => one - other))
}

/** The stretches between pairs of equal items. */
function* between(pairs: readonly Pair[], { from, to, start, end }: Difference): Generator<Difference> {
  let [row, column] = [from, start]
  for (const [nextRow, nextColumn] of [...pairs, [to, end] as Pair]) {
    if (nextRow > row || nextColumn > column) yield { from: row, to: nextRow, start: column, end: nextColumn }
    row = nextRow + 1
    column = nextColumn + 1
  }
}

/** A stretch without the equal items at both its ends. */
function trim(before: readonly string[], after: readonly string[], range: Difference): Difference {
  let { from, to, start, end } = range
  while (from < to && start < end && before[from] === after[start]) {
    from++
    start++
  }
  while (to > from && end > start && before[to - 1] === after[end - 1]) {
    to--
    end--
  }
  return { from, to, start, end }
}

function* differences(
  before: readonly string[],
  after: readonly string[],
  untrimmed: Difference,
): Generator<Difference> {
  const range = trim(before, after, untrimmed)
  const [rows, columns] = [range.to - range.from, range.end - range.start]
  if (rows === 0 && columns === 0) return
  if (rows === 0 || columns === 0) return yield range
  if (rows * columns <= MAX_CELLS) return yield* between(commonPairs(before, after, range), range)
  const anchors = anchorPairs(before, after, range)
  if (anchors.length === 0) return yield range
  for (const part of between(anchors, range)) yield* differences(before, after, part)
}

/**
 * Where two lists differ, in order. Short stretches are compared exactly; long ones are first divided by the items that
 * occur once in both, and a stretch that can't be divided counts as different.
 */
export function diffLists(before: readonly string[], after: readonly string[]): Difference[] {
  return [...differences(before, after, { from: 0, to: before.length, start: 0, end: after.length })]
}
