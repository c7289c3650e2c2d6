export type Gate = { wait: () => Promise<void>; open: () => void; waiting: () => number }

/** A gate for tests: those who wait at it continue when it opens. */
export function gate(): Gate {
  let open = () => {}
  let waiting = 0
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return {
    open: () => open(),
    waiting: () => waiting,
    wait: async () => {
      waiting += 1
      await opened
    },
  }
}
