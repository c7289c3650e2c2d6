import { subscribe } from './notifications'

/**
 * Yields once immediately, then whenever what a channel names by `id` may have changed, until `signal` aborts. Changes during a turn of
 * the caller are one change: the caller reads what has changed after each of them.
 */
export async function* changesOf(channel: string, id: string, signal: AbortSignal): AsyncGenerator<void> {
  // With `on` of node:events, each of thousands of watchers would hold two empty queues of 16 KiB.
  let hasChanged = true
  let wake = () => {}
  const unsubscribe = await subscribe(channel, (changed) => {
    if (changed !== null && changed !== id) return
    hasChanged = true
    wake()
  })
  const onAbort = () => wake()
  signal.addEventListener('abort', onAbort)
  try {
    while (!signal.aborted) {
      if (hasChanged) {
        hasChanged = false
        yield
        continue
      }
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    unsubscribe()
  }
}

/**
 * Yields what `read` gives now and whenever that has changed, until it is `isFinal` or `signal` aborts. Throws what `read`
 * throws before that.
 */
export async function* watchChanges<T>(
  [channel, id]: [channel: string, id: string],
  read: () => Promise<T>,
  isFinal: (value: T) => boolean,
  signal: AbortSignal,
): AsyncGenerator<T> {
  let last = ''
  try {
    for await (const _ of changesOf(channel, id, signal)) {
      const value = await read()
      const next = JSON.stringify(value)
      if (next !== last) yield value
      last = next
      if (isFinal(value)) return
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
