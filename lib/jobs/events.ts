import type { EventKind } from '@/lib/core/db/events'
import type { WorkOf } from '@/lib/durable/work'

/** The progress of a run with a remote engine: how long it has waited, and how often it has sent the recording before. */
export type RunProgress = { waitedSeconds: number; sent: number }

/** `userId`: who counts as having the job; `priority`: its place among the jobs that wait, in seconds. */
export type JobData = { jobId: string; userId?: string; priority?: number } & Partial<RunProgress>

export const JOB_REQUESTED: EventKind<JobData & { run: string }> = { name: 'job/requested' }

export const JOB_WORK: WorkOf<JobData> = {
  kind: 'job',
  functionId: 'transcribe-recording',
  event: JOB_REQUESTED,
  slackSeconds: 300,
}

/** A job has ended before its time: its run stops. */
export const JOB_CANCELLED: EventKind<{ jobId: string }> = { name: 'job/cancelled' }

/** A remote engine is done with a recording, which it knows by this id. */
export const SPEECH_FINISHED: EventKind<{ remoteId: string }> = { name: 'speech/finished' }
