/** `quiet`: there were too few requests to tell. */
export type PlatformState = 'working' | 'slow' | 'failing' | 'quiet'

/** The period that counts as the state now. */
export const NOW_MS = 30 * 60_000
/** Fewer requests say nothing: a single link may be at fault. */
const ENOUGH_REQUESTS = 5
const FAILING_BELOW = 0.5
const SLOW_ABOVE_MS = 5_000

/** Requests of one kind. `medianMs`: of look-ups; null for downloads, whose time is that of the recording. */
export type Observed = { requests: number; answered: number; medianMs: number | null }

const isFailing = ({ requests, answered }: Observed, enough: number) =>
  requests >= enough && answered / requests < FAILING_BELOW

function judge(observed: readonly Observed[], enough: number): PlatformState {
  if (observed.some((kind) => isFailing(kind, enough))) return 'failing'
  if (observed.every(({ answered }) => answered === 0)) return 'quiet'
  const isSlow = observed.some(({ requests, medianMs }) => requests >= enough && (medianMs ?? 0) > SLOW_ABOVE_MS)
  return isSlow ? 'slow' : 'working'
}

/**
 * The state of a platform now, from the requests of the last 30 minutes by kind: `failing` when of at least five look-ups,
 * or of at least five downloads, fewer than half were answered; `slow` when half of at least five look-ups took more than
 * five seconds; `working` when something was answered; else `quiet`. Telling that a video is private is an answer.
 */
export function stateNow(lately: readonly Observed[]): PlatformState {
  return judge(lately, ENOUGH_REQUESTS)
}

/** The state in an hour that is shown as a bar: as `stateNow`, but one request is enough. */
export function stateOfHour(hour: readonly Observed[]): PlatformState {
  return judge(hour, 1)
}
