/** More than any user has: an allowance that is not counted, also after use. */
export const UNCOUNTED_SECONDS = 1_000_000_000

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

/** Which items of given lengths (null: unknown) an allowance covers, in their order; a longer one is passed over. */
export function fitWithin(lengths: readonly (number | null)[], remainingSeconds: number): boolean[] {
  let left = remainingSeconds
  return lengths.map((length) => {
    const seconds = length === null ? Number.POSITIVE_INFINITY : Math.ceil(length)
    if (seconds > left) return false
    left -= seconds
    return true
  })
}

/** Counts what items cost whose lengths are given in seconds (null: unknown), with so many seconds left to spend. */
export function countCost(lengths: readonly (number | null)[], remainingSeconds: number): ImportCost {
  const known = lengths.filter((length) => length !== null)
  return {
    items: lengths.length,
    seconds: known.reduce((sum, length) => sum + Math.ceil(length), 0),
    unknown: lengths.length - known.length,
    reached: fitWithin(lengths, remainingSeconds).filter(Boolean).length,
  }
}
