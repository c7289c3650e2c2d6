import { formatDuration } from '../format-duration'

export type Sample = { atMs: number; progress: number }

/**
 * How much longer a job takes, in words, from two looks at its progress (0 to 1); null while too little has happened to
 * tell: under 5 s or 4 % between them.
 */
export function timeLeft(first: Sample, now: Sample): string | null {
  const passedMs = now.atMs - first.atMs
  const gained = now.progress - first.progress
  if (passedMs < 5000 || gained < 0.04 || now.progress >= 1) return null
  const leftSeconds = Math.round((passedMs * (1 - now.progress)) / gained / 1000)
  return leftSeconds <= 60 ? 'less than a minute left' : `about ${formatDuration(Math.max(120, leftSeconds))} left`
}
