import type { Actor } from '@/lib/platform/actor'
import { isId } from '@/lib/platform/ids'
import type { JobList, JobStatus } from './contract'
import { toJobEntry } from './to-job-entry'
import { pollJobs } from './watch/poll-job-table'

type Page = { status?: JobStatus | undefined; limit: number; cursor?: string | undefined }

/** A page of the caller's jobs, by when it was asked for, the last one first. A job that the caller left early counts as failed. */
export async function listJobs({ userId }: Actor, { status, limit, cursor }: Page): Promise<JobList> {
  const before = cursor !== undefined && isId(cursor) ? cursor : null
  const found = await pollJobs(userId, { before, status: status ?? null, limit: limit + 1 })
  const shown = found.slice(0, limit)
  return {
    jobs: shown.map(toJobEntry),
    next_cursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}
