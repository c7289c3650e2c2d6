/** What transcribing some items costs. */
export type ImportCost = {
  items: number
  /** Of the items that say how long they are, each rounded up. */
  seconds: number
  /** How many do not say it. */
  unknown: number
  /** How many of those that say it the allowance reaches for, in their order; a longer one is passed over. */
  reached: number
}

/** Counts what items cost whose lengths are given in seconds (null: unknown), with so many seconds left to spend. */
export function countCost(lengths: readonly (number | null)[], remainingSeconds: number): ImportCost {
  const cost: ImportCost = { items: lengths.length, seconds: 0, unknown: 0, reached: 0 }
  let left = remainingSeconds
  for (const length of lengths) {
    if (length === null) {
      cost.unknown += 1
      continue
    }
    const seconds = Math.ceil(length)
    cost.seconds += seconds
    if (seconds > left) continue
    left -= seconds
    cost.reached += 1
  }
  return cost
}
