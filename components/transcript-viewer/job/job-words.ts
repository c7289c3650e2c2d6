import { formatDuration } from '@/components/format/format-duration'
import type { Job } from '@/lib/jobs/contract'
import { words } from '../words'

/** The stage of a job, in words. */
export function stageWords({ status, stage }: Pick<Job, 'status' | 'stage'>): string {
  if (status === 'queued') return words.stages.queued
  return words.stages[stage ?? 'starting']
}

/** The remaining time of a job in words, to the minute; null where it is not known. */
export function timeLeft(seconds: number | null): string | null {
  if (seconds === null) return null
  return seconds <= 60 ? words.lessThanAMinute : words.about(formatDuration(Math.max(120, seconds)))
}
