import type pg from 'pg'
import { type ExecutorState, readState, readUnsentEvents, type UnsentEvents } from './tables/executor-state'

/** Work that is due is late after this, and an executor that has reported nothing for so long has stopped. */
const LATE_SECONDS = 60
/** An Inngest server calls every minute, to merge tallies. */
const SERVER_SILENT_SECONDS = 180

const inSeconds = (seconds: number) => `${Math.round(seconds)} s`

/**
 * The words of `/health` on the work that is due, beginning with `ok` where it is done. `upSeconds`: how long this process has run; an
 * executor has just as long to report for the first time.
 */
export function describeQueue(
  state: ExecutorState,
  events: UnsentEvents,
  { hasRunsHere, upSeconds }: { hasRunsHere: boolean; upSeconds: number },
): string {
  const { running, waiting, oldestSeconds, doneSecondsAgo, seenSecondsAgo } = state
  const limit = hasRunsHere ? LATE_SECONDS : SERVER_SILENT_SECONDS
  const silentSeconds = Math.min(seenSecondsAgo ?? Number.POSITIVE_INFINITY, upSeconds)
  if (silentSeconds > limit) {
    return hasRunsHere
      ? `stopped: no process has run the durable functions for ${inSeconds(silentSeconds)}`
      : `stopped: the Inngest server has not called for ${inSeconds(silentSeconds)}`
  }
  if ((events.oldestSeconds ?? 0) > LATE_SECONDS)
    return `late: ${events.count} events wait, the oldest for ${inSeconds(events.oldestSeconds ?? 0)}`
  const isIdle = (doneSecondsAgo ?? Number.POSITIVE_INFINITY) > LATE_SECONDS
  if (isIdle && (oldestSeconds ?? 0) > LATE_SECONDS)
    return `late: ${waiting} wait, the oldest for ${inSeconds(oldestSeconds ?? 0)}, and none was done in a minute`
  return `ok (${running} running, ${waiting} waiting)`
}

/** The same of the database's queue now. */
export async function checkQueue(pool: pg.Pool, hasRunsHere: boolean): Promise<string> {
  const [state, events] = await Promise.all([readState(pool), readUnsentEvents(pool)])
  return describeQueue(state, events, { hasRunsHere, upSeconds: process.uptime() })
}
