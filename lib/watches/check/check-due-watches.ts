import { setTimeout as delay } from 'node:timers/promises'
import { startDeadline } from '@/lib/core/concurrency/start-deadline'
import { db } from '@/lib/core/db/db'
import { claimDueWatches } from '../watch-table'
import { checkWatch } from './check-watch'

/** The most checks at the same time, in all and of one server. */
const AT_A_TIME = 32
const PER_HOST = 4
/** For so long new checks are begun; the next round begins a minute after this one. */
const ROUND_MS = 45_000
/** How soon a free place is noticed. */
const LOOK_AGAIN_MS = 1000

function makeChecks(signal: AbortSignal) {
  const running = new Map<string, { host: string; done: Promise<void> }>()
  const failures: unknown[] = []
  return {
    room: () => AT_A_TIME - running.size,
    taken: () => {
      const hosts = new Map<string, number>()
      for (const { host } of running.values()) hosts.set(host, (hosts.get(host) ?? 0) + 1)
      return hosts
    },
    begin: (id: string, host: string) => {
      const done = checkWatch(id, signal)
        .catch((error) => void failures.push(error))
        .then(() => void running.delete(id))
      running.set(id, { host, done })
    },
    isIdle: () => running.size === 0,
    wait: async () => {
      const moment = new AbortController()
      const passed = delay(LOOK_AGAIN_MS, undefined, { signal: moment.signal }).catch(() => undefined)
      await Promise.race([...[...running.values()].map(({ done }) => done), passed])
      moment.abort()
    },
    finished: () => Promise.all([...running.values()].map(({ done }) => done)),
    throwFailure: () => {
      if (failures.length > 0) throw failures[0]
    },
  }
}

/**
 * Checks the watches that are due, many at a time but few of one server, for most of a minute. Safe to run in several
 * processes concurrently, and after a crash: a claim expires.
 */
export async function checkDueWatches(stopped: AbortSignal): Promise<void> {
  const round = startDeadline({ signals: [stopped], timeoutMs: ROUND_MS })
  const checks = makeChecks(stopped)
  try {
    while (!round.signal.aborted) {
      const claimed =
        checks.room() > 0
          ? await claimDueWatches({ taken: checks.taken(), room: checks.room(), perHost: PER_HOST })
          : []
      const rows = await db().watch.findMany({ where: { id: { in: claimed } }, select: { id: true, host: true } })
      for (const { id, host } of rows) checks.begin(id, host)
      if (claimed.length === 0 && checks.isIdle()) break
      await checks.wait()
    }
  } finally {
    await checks.finished()
    round.stop()
  }
  checks.throwFailure()
  stopped.throwIfAborted()
}
