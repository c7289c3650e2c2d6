import type { Actor } from '@/lib/core/actor'
import { type PageRequest, readPage } from '@/lib/core/db/cursor-page'
import type { JobList, JobStatus } from './contract'
import { toJobEntry } from './to-job-entry'
import { type ListedJob, pollJobs } from './watch/poll-job-table'

type Asked = PageRequest & { status?: JobStatus | undefined }

type Place = Pick<ListedJob, 'askedAt' | 'id'>

/** A cursor holds the place itself: the job may be deleted before the next page is asked for. */
const toCursor = ({ askedAt, id }: Place) => `${askedAt.getTime()}.${id}`

function placeOf(cursor: string): Place {
  const [time, id = ''] = cursor.split('.')
  return { askedAt: new Date(Number(time)), id }
}

/**
 * A page of the caller's jobs, by when it was asked for, the last one first. A job that the caller left early counts as
 * failed.
 */
export async function listJobs({ userId }: Actor, { status, limit, cursor }: Asked): Promise<JobList> {
  const before = cursor === undefined ? null : placeOf(cursor)
  const find = (rows: number) => pollJobs(userId, { before, status: status ?? null, limit: rows })
  const { rows, nextCursor } = await readPage(limit, find, toCursor)
  return { jobs: rows.map(toJobEntry), next_cursor: nextCursor }
}
