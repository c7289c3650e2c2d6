export type Gate = { wait: () => Promise<void>; open: () => void; waiting: () => number }

/** What waits at a gate continues when it opens. For tests. */
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
