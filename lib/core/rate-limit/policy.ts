/** How often somebody may come: `quota` times in a row, then as many again within `windowSeconds`, evenly. */
export type RateLimitPolicy = {
  /** Stands in the headers, and keeps what one policy counts apart from what another does. */
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
