import { PREPARED, TRANSCRIBED } from '../chunks/chunk-table'

/** The pace of a job. */
export type Pace = {
  stage: string | null
  progress: number
  /** How long ago its first chunk was finished, by the database's clock; null: it has not been. */
  secondsSinceFirst: number | null
  /** The first chunk's share of the recording, 0 to 1; a silent one, finished before all others, counts as none. */
  firstShare: number | null
}

/** Before this, the chunks that began together distort the pace. */
const MIN_OBSERVED_SECONDS = 3

/**
 * About how many seconds the rest of a job takes, by its pace since the first chunks, of which `concurrency` ran at
 * once; null without an estimate. Rounded so that it does not flicker: to five seconds in the last minute, to thirty
 * before.
 */
export function estimateRemainingSeconds(pace: Pace, concurrency: number): number | null {
  const { stage, progress, secondsSinceFirst, firstShare } = pace
  if (stage !== 'transcribing' || secondsSinceFirst === null || firstShare === null) return null
  const share = (progress - PREPARED) / (TRANSCRIBED - PREPARED)
  const doneSince = share - concurrency * firstShare
  if (doneSince <= 0 || secondsSinceFirst < MIN_OBSERVED_SECONDS) return null
  const seconds = Math.max(0, (1 - share) * (secondsSinceFirst / doneSince))
  const step = seconds < 60 ? 5 : 30
  return Math.ceil(seconds / step) * step
}
