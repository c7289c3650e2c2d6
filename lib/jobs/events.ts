import type { EventKind } from '@/lib/core/db/events'

/** The progress of a run with a remote engine: how long it has waited, and how often it has sent the recording before. */
export type RunProgress = { waitedSeconds: number; sent: number }

/** A job is to be worked on, by this run of it; the first one is not counted. */
export const JOB_REQUESTED: EventKind<{ jobId: string; run?: number } & Partial<RunProgress>> = {
  name: 'job/requested',
}

/** A job has ended before its time: its run stops. */
export const JOB_CANCELLED: EventKind<{ jobId: string }> = { name: 'job/cancelled' }

/** A remote engine is done with a recording, which it knows by this id. */
export const SPEECH_FINISHED: EventKind<{ remoteId: string }> = { name: 'speech/finished' }
