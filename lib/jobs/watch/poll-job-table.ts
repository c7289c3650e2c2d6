import { pool } from '@/lib/core/db/db'
import type * as rows from '@/lib/core/generated/prisma/client'
import type { JobStatus } from '../contract'

/** All that a caller sees of a job, except its transcript. */
export type PolledJob = Pick<
  rows.Job,
  'id' | 'requestedLang' | 'status' | 'stage' | 'progress' | 'createdAt' | 'startedAt' | 'finishedAt' | 'transcriptId'
> &
  Pick<rows.Media, 'url' | 'platform' | 'videoId' | 'title'> &
  Pick<rows.JobCaller, 'libraryItemId' | 'leftAt' | 'withoutSpeakers'> & {
    error: unknown
    reasonForLeaving: unknown
  } & {
    waiting: { code: string; detail: string } | null
    waitingUntil: Date | null
    /** Until its end by the estimate, which may have passed; null without one. */
    secondsLeft: number | null
  }

const COLUMNS = `
                j.id, coalesce(c.requested_lang, j.requested_lang) as "requestedLang", j.status, j.stage, j.progress, j.error,
                j.created_at as "createdAt", j.started_at as "startedAt", j.finished_at as "finishedAt",
                j.transcript_id as "transcriptId",
                case when j.finished_at is null and j.waiting_until > now() then j.waiting end as waiting,
                j.waiting_until as "waitingUntil",
                m.url, m.platform, m.video_id as "videoId", coalesce(e.custom_title, e.title, m.title) as title,
                c.library_item_id as "libraryItemId", c.left_at as "leftAt", c.error as "reasonForLeaving",
                c.without_speakers as "withoutSpeakers",
                case when j.finished_at is null then extract(epoch from j.estimated_end - now())::float8 end as "secondsLeft"`

/** The caller's library item: its title replaces that of the media. */
const JOINED = `left join library_item e on e.id = c.library_item_id`

const POLL_AS_USER = {
  name: 'poll_job_as_user',
  text: `select ${COLUMNS}
         from job_caller c join job j on j.id = c.job_id join media m on m.id = j.media_id ${JOINED}
         where c.job_id = $1 and c.user_id = $2`,
}

/** A job as one of its callers sees it, or null. */
export async function pollJob(jobId: string, userId: string): Promise<PolledJob | null> {
  const { rows: found } = await pool().query<PolledJob>({ values: [jobId, userId], ...POLL_AS_USER })
  return found[0] ?? null
}

const LIST_AS_USER = {
  name: 'list_jobs_as_user',
  text: `select ${COLUMNS}, c.created_at as "askedAt"
         from job_caller c join job j on j.id = c.job_id join media m on m.id = j.media_id ${JOINED}
         where c.user_id = $1 and ($2::timestamptz is null or (c.created_at, c.job_id) < ($2, $3::uuid))
           and ($4::text is null or $4 = case when c.left_at is null then j.status::text else 'error' end)
         order by c.created_at desc, c.job_id desc limit $5`,
}

/** A job in the list of a caller, who asked for it then. */
export type ListedJob = PolledJob & { askedAt: Date }

/** Jobs as one of their callers sees them, by when that caller asked, the last one first. `before`: only earlier ones than this. */
export async function pollJobs(
  userId: string,
  {
    before,
    status,
    limit,
  }: { before: Pick<ListedJob, 'askedAt' | 'id'> | null; status: JobStatus | null; limit: number },
): Promise<ListedJob[]> {
  const values = [userId, before?.askedAt ?? null, before?.id ?? null, status, limit]
  const { rows: found } = await pool().query<ListedJob>({ values, ...LIST_AS_USER })
  return found
}
