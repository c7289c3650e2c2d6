import { singleton } from './singleton'

/**
 * Does a chunk of work once for everyone in this process who asks for it, under the same key, while it runs. The work
 * belongs to all of them, so nobody's going away may end it.
 */
export function singleFlight<T>(key: string, work: () => Promise<T>): Promise<T> {
  const running = singleton('shared-work', () => new Map<string, Promise<unknown>>())
  const known = running.get(key)
  if (known) return known as Promise<T>
  const begun = work().finally(() => running.delete(key))
  running.set(key, begun)
  return begun
}
