import { singleton } from '../concurrency/singleton'
import { logFailure } from './log-failure'

const FLUSH_MS = 5_000

type Options<T> = {
  /** The name of the counts in the log. */
  name: string
  /** The key of a count. */
  keyOf: (count: T) => string
  /** Both together. */
  join: (one: T, other: T) => T
  /** Adds counts to the database. */
  write: (counts: readonly T[]) => Promise<void>
}

type State<T> = {
  /** Counts that are not in the database yet. */
  waiting: Map<string, T>
  timer: NodeJS.Timeout | null
}

export type BufferedCounts<T> = {
  add: (count: T) => void
  /** Writes the counts of this process to the database. What can't be written waits for the next time. */
  flush: () => Promise<void>
}

/** Counts that are kept in this process and added to the database seconds later, in one statement. */
export function bufferCounts<T>({ name, keyOf, join, write }: Options<T>): BufferedCounts<T> {
  const state = () => singleton<State<T>>(`buffered counts: ${name}`, () => ({ waiting: new Map(), timer: null }))

  const keep = (count: T) => {
    const { waiting } = state()
    const key = keyOf(count)
    const known = waiting.get(key)
    waiting.set(key, known === undefined ? count : join(known, count))
  }
  const flush = async () => {
    const current = state()
    if (current.timer) clearTimeout(current.timer)
    current.timer = null
    const written = [...current.waiting.values()]
    current.waiting.clear()
    if (written.length === 0) return
    try {
      await write(written)
    } catch (error) {
      logFailure('warn', `Counts (${name}) could not be stored. They are kept for the next time.`, { error })
      for (const count of written) keep(count)
      flushLater()
    }
  }
  const flushLater = () => {
    const current = state()
    if (current.timer) return
    current.timer = setTimeout(() => void flush(), FLUSH_MS)
    // A stop writes them itself.
    current.timer.unref()
  }
  const add = (count: T) => {
    keep(count)
    flushLater()
  }
  return { add, flush }
}
