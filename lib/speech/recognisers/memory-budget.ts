import { singleton } from '@/lib/core/concurrency/singleton'
import { env } from '@/lib/core/env'

/** The memory of a child process with a loaded model. A child without work leaves when another needs its memory. */
export type Resident = {
  /** It has no work now: `leave` ends it when its memory is needed. */
  rest: (leave: () => void) => void
  /** It has work again. */
  work: () => void
  /** It has ended. */
  end: () => void
}

export type MemoryBudget = {
  /** The most that all children may take together. */
  bytes: number
  /** Resolves when there is room for a child: the least recently used without work leave for it. One child always fits. */
  enter: (bytes: number) => Promise<Resident>
}

type Entry = { bytes: number; enteredAtMs: number; leave: (() => void) | null }

/** A model that has been loaded works for so long before it leaves for another: loading takes seconds. */
const STAY_MS = 20_000

export function createMemoryBudget(limitBytes: number, stayMs = STAY_MS): MemoryBudget {
  /** In the order of their last use. */
  const residents = new Set<Entry>()
  let looksAgain = false
  const waiting: { bytes: number; admit: (resident: Resident) => void }[] = []

  const fits = (bytes: number) => {
    let used = bytes
    for (const entry of residents) used += entry.bytes
    return used <= limitBytes || residents.size === 0
  }
  const lookAgain = () => {
    looksAgain = false
    admitNext()
  }
  function makeRoom(bytes: number): boolean {
    for (const entry of residents) {
      if (fits(bytes)) return true
      if (!entry.leave) continue
      const leftMs = entry.enteredAtMs + stayMs - performance.now()
      if (leftMs > 0) {
        if (!looksAgain) setTimeout(lookAgain, leftMs)
        looksAgain = true
        continue
      }
      residents.delete(entry)
      entry.leave()
    }
    return fits(bytes)
  }
  function settle(bytes: number): Resident {
    const entry: Entry = { bytes, enteredAtMs: performance.now(), leave: null }
    residents.add(entry)
    const use = (leave: Entry['leave']) => {
      if (!residents.delete(entry)) return
      entry.leave = leave
      residents.add(entry)
      admitNext()
    }
    return {
      rest: use,
      work: () => use(null),
      end: () => {
        residents.delete(entry)
        admitNext()
      },
    }
  }
  function admitNext(): void {
    for (let next = waiting[0]; next && makeRoom(next.bytes); next = waiting[0]) {
      waiting.shift()
      next.admit(settle(next.bytes))
    }
  }
  return {
    bytes: limitBytes,
    enter: (bytes) =>
      new Promise((admit) => {
        waiting.push({ bytes, admit })
        admitNext()
      }),
  }
}

/** The budget of this process: `SPEECH_MEMORY_MB`, else half of the memory that was free when it was first asked for. */
export function speechMemory(): MemoryBudget {
  return singleton('speech memory', () => {
    const { SPEECH_MEMORY_MB: megabytes } = env()
    return createMemoryBudget(megabytes === undefined ? process.availableMemory() / 2 : megabytes * 1e6)
  })
}
