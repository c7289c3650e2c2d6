import { PREPARED, TRANSCRIBED } from './report-pieces'

/** What is known of the pace of a job. */
export type Pace = {
  stage: string | null
  progress: number
  /** How long ago its first piece was finished, by the database's clock; null: it has not been. */
  secondsSinceFirst: number | null
  /** How much of the recording its first piece is, 0 to 1; a silent one, finished before anything else, counts as none. */
  firstShare: number | null
}

/** Sooner than this, the pieces that began together make the pace look better or worse than it is. */
const SHORTEST_LOOK_SECONDS = 3

/**
 * About how many seconds the rest of a job takes, going by its pace since the first pieces, of which so many were under
 * way at once; null where nothing tells. Told in steps, so that it does not flicker: of five seconds in the last minute, of
 * thirty before.
 */
export function remainingSeconds(pace: Pace, concurrency: number): number | null {
  const { stage, progress, secondsSinceFirst, firstShare } = pace
  if (stage !== 'transcribing' || secondsSinceFirst === null || firstShare === null) return null
  const share = (progress - PREPARED) / (TRANSCRIBED - PREPARED)
  const doneSince = share - concurrency * firstShare
  if (doneSince <= 0 || secondsSinceFirst < SHORTEST_LOOK_SECONDS) return null
  const seconds = Math.max(0, (1 - share) * (secondsSinceFirst / doneSince))
  const step = seconds < 60 ? 5 : 30
  return Math.ceil(seconds / step) * step
}
