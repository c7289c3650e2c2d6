import { createHash } from 'node:crypto'

const DAY_SECONDS = 86_400
/** Beyond this many failures the wait does not double any more. */
const MAX_DOUBLINGS = 20

/** The phase of a watch in its period, from 0 to 1: by its id, so that watches are spread evenly. */
function phaseOf(id: string): number {
  return createHash('sha256').update(id).digest().readUIntBE(0, 6) / 2 ** 48
}

/**
 * The time of a watch's next check: the next of its fixed times, one period apart. Each failure doubles the wait, up to
 * a day, or to a period that is longer than a day.
 */
export function nextCheckAt({ id, everySeconds }: { id: string; everySeconds: number }, failures: number, now: Date) {
  const periodMs = everySeconds * 1000
  const longest = Math.max(DAY_SECONDS, everySeconds)
  const wait = Math.min(everySeconds * 2 ** Math.min(failures, MAX_DOUBLINGS), longest)
  const from = now.getTime() + (wait - everySeconds) * 1000
  const offset = Math.floor(phaseOf(id) * periodMs)
  return new Date(Math.floor((from - offset) / periodMs + 1) * periodMs + offset)
}
