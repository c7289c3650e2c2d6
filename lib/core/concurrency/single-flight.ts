import { singleton } from './singleton'

/**
 * Shares a running piece of work between all callers in this process with the same key. A caller's abort does not
 * cancel it.
 */
export function singleFlight<T>(key: string, work: () => Promise<T>): Promise<T> {
  const running = singleton('shared-work', () => new Map<string, Promise<unknown>>())
  const known = running.get(key)
  if (known) return known as Promise<T>
  const begun = work().finally(() => running.delete(key))
  running.set(key, begun)
  return begun
}
