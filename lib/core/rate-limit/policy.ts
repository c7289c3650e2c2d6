/** How often a caller may come: `quota` times in a row, then as many again within `windowSeconds`, evenly. */
export type RateLimitPolicy = {
  /** Shown in the headers, and separates the counts of different policies. */
  name: string
  quota: number
  windowSeconds: number
}

/** Whether a request was admitted, and how many more are now. */
export type Admission = {
  admitted: boolean
  /** How many more would be admitted now. */
  remaining: number
  /** After how long the whole quota is there again. */
  resetSeconds: number
  /** How long the next has to wait; 0: not at all. */
  waitMs: number
}
