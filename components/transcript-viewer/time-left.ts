import { formatDuration } from '../format-duration'
import { words } from './words'

/** How much longer a job takes, in words: minutes, never seconds; null where it can't be told. */
export function timeLeft(seconds: number | null): string | null {
  if (seconds === null) return null
  return seconds <= 60 ? words.lessThanAMinute : words.about(formatDuration(Math.max(120, seconds)))
}
