import type { ProblemBody } from '@/lib/core/problem/problem-schema'
import { knownPlatform } from '@/lib/platforms/platforms'
import type { JobEntry } from './contract'
import { roundEstimate } from './watch/estimate-remaining-seconds'
import type { PolledJob } from './watch/poll-job-table'

const POLL_AFTER_SECONDS = 2

function remainingOf({ secondsLeft, waiting }: PolledJob): number | null {
  return secondsLeft === null || waiting !== null ? null : roundEstimate(secondsLeft)
}

function waitOf({ waiting, waitingUntil }: PolledJob): JobEntry['waiting'] {
  if (waiting === null || waitingUntil === null) return null
  return { code: waiting.code, detail: waiting.detail, until: waitingUntil.toISOString() }
}

/** A polled job as the API lists it. A caller who has left it early sees why. */
export function toJobEntry(row: PolledJob): JobEntry {
  const left = row.leftAt !== null
  return {
    job_id: row.id,
    status: left ? 'error' : row.status,
    stage: left ? null : row.stage,
    progress: row.progress,
    remaining_seconds: left ? null : remainingOf(row),
    waiting: left ? null : waitOf(row),
    url: row.url,
    platform: knownPlatform(row.platform),
    video_id: row.videoId,
    title: row.title,
    lang: row.requestedLang,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: (row.leftAt ?? row.finishedAt)?.toISOString() ?? null,
    poll_after_seconds: POLL_AFTER_SECONDS,
    error: (left ? row.reasonForLeaving : row.error) as ProblemBody | null,
  }
}
