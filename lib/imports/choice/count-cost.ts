/** The cost of transcribing some items. */
export type ImportCost = {
  items: number
  /** The sum of the known durations, each rounded up. */
  seconds: number
  /** The number of items of unknown length. */
  unknown: number
  /** The number of items of known length that the allowance covers, in their order; a longer one is passed over. */
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
