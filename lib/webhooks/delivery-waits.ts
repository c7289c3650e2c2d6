const MINUTE = 60
const HOUR = 60 * MINUTE

/** How long after each failed attempt the next one comes, in seconds: ten attempts within three days. */
export const DELIVERY_WAITS: readonly number[] = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]
