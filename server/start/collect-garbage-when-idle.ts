import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { log } from '@/lib/core/log'

const CHECK_INTERVAL_MS = 15_000
/** Of one processor, below which the process has hardly anything to do. */
const IDLE_SHARE = 0.1
/** V8 gives back a part of the memory at each collection. */
const COLLECTIONS = 3

/** What collects all garbage of this process at once, which takes about a tenth of a second; null where this Node has none to be called. */
export function findCollector(): (() => void) | null {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  // What is made later does not get it.
  setFlagsFromString('--no-expose-gc')
  return typeof collect === 'function' ? () => void collect() : null
}

/**
 * Decides when to collect: in each of the first idle intervals after the start, and after one with work. Takes the share of a
 * processor that the process has used in an interval.
 */
export function makeIdleCollector(collect: () => void): (usedShare: number) => void {
  let left = COLLECTIONS
  return (usedShare) => {
    if (usedShare >= IDLE_SHARE) left = COLLECTIONS
    else if (left > 0) {
      left--
      collect()
    }
  }
}

/**
 * Gives back the memory that the start or a burst of work has left. V8 collects when more is asked of it, so a service that then has nothing to
 * do would keep it for hours.
 */
export function startIdleCollection(): { stop: () => Promise<void> } {
  const collect = findCollector()
  if (!collect) {
    log.warn('this Node has no collector that can be called, so an idle service keeps more memory than it needs')
    return { stop: async () => undefined }
  }
  const check = makeIdleCollector(() => {
    const before = process.memoryUsage().rss
    collect()
    const after = process.memoryUsage().rss
    log.debug('garbage was collected while there was nothing to do', { rss_before: before, rss_after: after })
  })
  let [usage, atMs] = [process.cpuUsage(), performance.now()]
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(usage)
    check((user + system) / 1000 / (performance.now() - atMs))
    usage = process.cpuUsage()
    atMs = performance.now()
  }, CHECK_INTERVAL_MS)
  timer.unref()
  return { stop: async () => clearInterval(timer) }
}
