import { openSync, readSync } from 'node:fs'
import { PerformanceObserver, performance } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll } from 'vitest'

/**
 * The API runs in the process of its tests, so this thread's processor time between two turns of its event loop is what a request
 * keeps all others waiting for. Time in which the machine ran something else is not counted.
 *
 * Left out: the collector's pauses, which are those of the tests too, and what `aside` does for a test. The first requests of a file
 * have ten times the limit, for loading and compiling modules, and any other request five times, unless a second request of its
 * operation exceeds the limit too: a single one may be the first that needs a module. The limit applies to each of several
 * concurrent requests, and is multiplied by how much slower than the reference machine this one is at that moment. What the service
 * does while no test waits for an answer is not seen.
 */
const LIMIT_MS = 100
const TICK_MS = 10
const FIRST = { requests: 3, limitMs: 10 * LIMIT_MS }
const SINGLE = 5

/** The processor time of the main thread in ms, on Linux; of the whole process elsewhere. */
function usedClock(): () => number {
  try {
    const file = openSync(`/proc/${process.pid}/task/${process.pid}/schedstat`, 'r')
    const bytes = Buffer.alloc(64)
    return () => Number.parseInt(bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0)), 10) / 1e6
  } catch {
    return () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e3
    }
  }
}

/** The processor time that this thread has used so far. */
export const usedMs = usedClock()

const FIXED_WORK = JSON.stringify(
  Array.from({ length: 20_000 }, (_, at) => ({ at, text: `Line ${at}`, words: [at, at + 1] })),
)
/** The processor time of the fixed work on the reference machine. */
const FIXED_WORK_MS = 5

/** How many times as long as the reference machine this one takes now, beside its other work; at least 1. */
function slowness(): number {
  const before = usedMs()
  JSON.parse(FIXED_WORK)
  return Math.max(1, (usedMs() - before) / FIXED_WORK_MS)
}

type Watched = { request: string }
type Turn = { fromMs: number; untilMs: number; usedMs: number; limitMs: number; requests: Watched[] }
type Pause = { fromMs: number; untilMs: number }

/** The processor time of a turn without the pauses in it, of which only the length by the clock is known. */
function ownMs(turn: Turn, pauses: readonly Pause[]): number {
  const { fromMs, untilMs } = turn
  const paused = pauses.reduce(
    (sum, pause) => sum + Math.max(0, Math.min(pause.untilMs, untilMs) - Math.max(pause.fromMs, fromMs)),
    0,
  )
  return turn.usedMs * (1 - Math.min(1, paused / (untilMs - fromMs)))
}

/** The operations under way, with what differs from call to call left out. */
const operationsOf = (requests: readonly Watched[]) =>
  requests
    .map(({ request }) => request.replace(/\?.*$/, '').replace(/\/[^/]*\d[^/]*(?=\/|$)/g, '/…'))
    .sort()
    .join(', ')

/** The faults of turns that took too long: each with the requests in progress. */
function judge(turns: readonly (Turn & { ownMs: number })[]): string[] {
  const long = turns.filter(({ ownMs, limitMs, requests }) => ownMs > limitMs * requests.length)
  return long.flatMap(({ ownMs, limitMs, requests }) => {
    const operations = operationsOf(requests)
    const isRepeated = long.some(
      (other) => operationsOf(other.requests) === operations && !other.requests.some((one) => requests.includes(one)),
    )
    const isClear = ownMs > SINGLE * limitMs * requests.length || isRepeated
    return isClear ? [`${ownMs.toFixed(0)} ms during ${requests.map(({ request }) => request).join(', ')}`] : []
  })
}

let asideMs = 0

/** Does a test's own work, which is not the service's. */
export function aside<T>(work: () => T): T {
  const before = usedMs()
  try {
    return work()
  } finally {
    asideMs += usedMs() - before
  }
}

export type EventLoopWatch = {
  /** Watches a request until what is returned is called. */
  begin: (request: string) => () => void
  /** Ends the watch. Returns a line for each turn that was too long. */
  end: () => Promise<string[]>
}

export function startWatch(measureSlowness = slowness): EventLoopWatch {
  const underWay = new Set<Watched>()
  const turns: Turn[] = []
  const pauses: Pause[] = []
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      pauses.push({ fromMs: startTime, untilMs: startTime + duration })
  })
  observer.observe({ entryTypes: ['gc'] })
  let begun = 0
  let last = { usedMs: 0, atMs: 0 }
  let timer: NodeJS.Timeout | undefined
  const endTurn = () => {
    const now = { usedMs: usedMs() - asideMs, atMs: performance.now() }
    const used = now.usedMs - last.usedMs
    if (used > LIMIT_MS && underWay.size > 0) {
      const limitMs = (begun > FIRST.requests ? LIMIT_MS : FIRST.limitMs) * aside(measureSlowness)
      turns.push({ fromMs: last.atMs, untilMs: now.atMs, usedMs: used, limitMs, requests: [...underWay] })
    }
    last = now
  }
  const begin = (request: string) => {
    endTurn()
    const one: Watched = { request }
    underWay.add(one)
    begun++
    timer ??= setInterval(endTurn, TICK_MS)
    return () => {
      endTurn()
      underWay.delete(one)
      if (underWay.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }
  const end = async () => {
    // Node reports pauses in a later turn.
    await nextTurn()
    observer.disconnect()
    return judge(turns.map((turn) => ({ ...turn, ownMs: ownMs(turn, pauses) })))
  }
  return { begin, end }
}

/**
 * Watches the requests of a test file, which fails at its end for those that blocked the event loop. The short run does not watch: it
 * is for machines that do other work meanwhile.
 */
export function watchEventLoop(): EventLoopWatch['begin'] {
  if (process.env.TEST_DEPTH === 'main') return () => () => undefined
  const { begin, end } = startWatch()
  afterAll(async () => {
    const faults = await end()
    if (faults.length > 0) throw new Error(['The event loop was blocked, by processor time:', ...faults].join('\n'))
  })
  return begin
}
