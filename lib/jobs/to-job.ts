import type { Format, Platform, Transcript } from '@/lib/captions/transcript'
import { env } from '@/lib/platform/env'
import type { ProblemBody } from '@/lib/platform/problem-schema'
import type { Job, JobStage, JobStatus } from './contract'
import type { PolledJob } from './poll-job'
import { remainingSeconds } from './remaining-seconds'

const POLL_AFTER_SECONDS = 2

/** A polled job as the API shows it. A caller who has left it early sees why. */
export function toJob(row: PolledJob, format: Format, transcript: Transcript | null): Job {
  const left = row.leftAt !== null
  return {
    job_id: row.id,
    status: left ? 'error' : (row.status as JobStatus),
    stage: left ? null : (row.stage as JobStage | null),
    progress: row.progress,
    remaining_seconds: left ? null : remainingSeconds(row, env().SPEECH_CONCURRENCY),
    url: row.url,
    platform: row.platform as Platform,
    video_id: row.videoId,
    title: row.title,
    lang: row.requestedLang,
    format,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: (row.leftAt ?? row.finishedAt)?.toISOString() ?? null,
    poll_after_seconds: POLL_AFTER_SECONDS,
    transcript,
    error: (left ? row.reasonForLeaving : row.error) as ProblemBody | null,
  }
}
