import { formatDuration } from '@/components/format/format-duration'
import { formatPercent } from '@/components/format/format-percent'
import { LOCALE } from '@/components/format/locale'
import type { Job } from '@/lib/jobs/contract'
import { measuredProgress } from '@/lib/jobs/progress'
import { words } from '../words'

export function stageWords({ status, stage }: Pick<Job, 'status' | 'stage'>): string {
  if (status === 'queued') return words.stages.queued
  return words.stages[stage ?? 'starting']
}

const clock = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** The activity of a running job in words: the reason and the end of a wait, or its stage and remaining time. */
export function activityWords(job: Pick<Job, 'status' | 'stage' | 'remaining_seconds' | 'waiting'>): string {
  if (job.waiting) return words.waiting(job.waiting.detail, clock.format(new Date(job.waiting.until)))
  const left = timeLeft(job.remaining_seconds)
  return left ? `${stageWords(job)}, ${left}` : stageWords(job)
}

/**
 * The progress of a running job as a share of the time, 0 to 1. Null before there is an estimate and
 * a part of the text: until then progress is a number of steps.
 */
export function shareOf({
  remaining_seconds: left,
  progress,
}: Pick<Job, 'remaining_seconds' | 'progress'>): number | null {
  return left === null ? null : measuredProgress(progress)
}

/** How far a running job is, in a word or two: its share, or its stage. */
export function progressWords(job: Pick<Job, 'status' | 'stage' | 'remaining_seconds' | 'progress'>): string {
  const share = shareOf(job)
  return share === null ? stageWords(job) : formatPercent(share)
}

/** The remaining time of a job in words, to the minute; null where it is not known. */
export function timeLeft(seconds: number | null): string | null {
  if (seconds === null) return null
  return seconds <= 60 ? words.lessThanAMinute : words.about(formatDuration(Math.max(120, seconds)))
}
