import type { Job } from '../../../sdk/typescript/src/verbatim'
import { words } from './words'

export function stageOf({ status, stage, waiting }: Pick<Job, 'status' | 'stage' | 'waiting'>): string {
  if (waiting) return words.waiting(waiting.detail)
  return status === 'queued' ? words.stages.queued : words.stages[stage ?? 'starting']
}

/** How far a job is, and its remaining time where that is known. */
export function progressOf({
  progress,
  remaining_seconds: seconds,
}: Pick<Job, 'progress' | 'remaining_seconds'>): string {
  if (seconds === null) return words.percent(progress)
  const left = seconds <= 60 ? words.lessThanAMinute : words.minutesLeft(Math.round(seconds / 60))
  return `${words.percent(progress)}, ${left}`
}
