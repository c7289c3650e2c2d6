import { InvalidArgumentError } from 'commander'
import { durationInWords } from './duration-in-words'
import { Failure } from './failure/failure'

const UNIT_SECONDS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600 }
/** Longer than this no timer of Node counts. */
const MAX_SECONDS = 24 * 3600

/** A stretch of time as people write it (90, 90s, 10m, 2h), in seconds. */
export function parseStretch(text: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,9})([smh]?)$/.exec(text) ?? []
  const seconds = Number(digits) * (UNIT_SECONDS[unit] ?? 0)
  if (seconds > 0 && seconds <= MAX_SECONDS) return seconds
  throw new InvalidArgumentError('Write it like 90s, 10m or 2h, up to 24h.')
}

/** A signal that ends with an interruption or, with a `timeout`, after that many seconds; and when that will be. */
export function openDeadline(
  timeoutSeconds: number | null,
  interruption: AbortSignal,
): { signal: AbortSignal; untilMs: number | null } {
  if (timeoutSeconds === null) return { signal: interruption, untilMs: null }
  const over = new AbortController()
  const tooLong = new Failure('timeout', `Not finished after ${durationInWords(timeoutSeconds)}.`)
  setTimeout(() => over.abort(tooLong), timeoutSeconds * 1000).unref()
  return { signal: AbortSignal.any([interruption, over.signal]), untilMs: Date.now() + timeoutSeconds * 1000 }
}
