import { JobStatus } from '@/lib/core/generated/prisma/enums'

/** The statuses of a job that is not over. */
export const RUNNING_STATUSES = [JobStatus.queued, JobStatus.in_progress]

type RunningStatus = (typeof RUNNING_STATUSES)[number]

/** Whether a job with this status has ended, with a transcript or without. */
export function isEnded(status: JobStatus): status is Exclude<JobStatus, RunningStatus> {
  return !RUNNING_STATUSES.some((running) => running === status)
}
