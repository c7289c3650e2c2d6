export type Turns = {
  /** Resolves when it is the caller's turn. */
  take: () => Promise<void>
  /** To be called once for each turn taken. */
  give: () => void
}

/** Lets so many in at once, the others in the order in which they came. */
export function takeTurns(size: number): Turns {
  let free = size
  const waiting: (() => void)[] = []
  return {
    take: async () => {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
    },
    give: () => {
      const next = waiting.shift()
      if (next) next()
      else free++
    },
  }
}
