export type Semaphore = {
  /** Resolves when it is the caller's turn. */
  acquire: () => Promise<void>
  /** To be called once for each turn taken. */
  release: () => void
}

/** Admits so many at a time, in the order of their requests. */
export function createSemaphore(size: number): Semaphore {
  let free = size
  const waiting: (() => void)[] = []
  return {
    acquire: async () => {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
    },
    release: () => {
      const next = waiting.shift()
      if (next) next()
      else free++
    },
  }
}
