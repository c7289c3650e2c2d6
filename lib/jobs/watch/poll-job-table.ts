import { singleton } from '@/lib/core/concurrency/singleton'
import { pool } from '@/lib/core/db/db'
import { inBatches } from '@/lib/core/db/in-batches'
import type * as rows from '@/lib/core/generated/prisma/client'
import type { JobStatus } from '../contract'

/** All that a caller sees of a job, except its transcript. */
export type PolledJob = Pick<
  rows.Job,
  'id' | 'requestedLang' | 'status' | 'stage' | 'progress' | 'createdAt' | 'startedAt' | 'finishedAt' | 'transcriptId'
> &
  Pick<rows.Media, 'url' | 'platform' | 'videoId' | 'title'> &
  Pick<rows.JobCaller, 'libraryItemId' | 'leftAt'> & { error: unknown; reasonForLeaving: unknown } & {
    waiting: { code: string; detail: string } | null
    waitingUntil: Date | null
    /** Until its end by the estimate, which may have passed; null without one. */
    secondsLeft: number | null
  }

type Poll = { jobId: string; keyHash: Uint8Array }
type FoundPoll = PolledJob & { poll: number }

const COLUMNS = `
                j.id, coalesce(c.requested_lang, j.requested_lang) as "requestedLang", j.status, j.stage, j.progress, j.error,
                j.created_at as "createdAt", j.started_at as "startedAt", j.finished_at as "finishedAt",
                j.transcript_id as "transcriptId",
                case when j.finished_at is null and j.waiting_until > now() then j.waiting end as waiting,
                j.waiting_until as "waitingUntil",
                m.url, m.platform, m.video_id as "videoId", coalesce(e.custom_title, e.title, m.title) as title,
                c.library_item_id as "libraryItemId", c.left_at as "leftAt", c.error as "reasonForLeaving",
                case when j.finished_at is null then extract(epoch from j.estimated_end - now())::float8 end as "secondsLeft"`

/** The caller's library item: its title replaces that of the media. */
const JOINED = `left join library_item e on e.id = c.library_item_id`

const POLL_AS_USER = {
  name: 'poll_job_as_user',
  text: `select ${COLUMNS}
         from job_caller c join job j on j.id = c.job_id join media m on m.id = j.media_id ${JOINED}
         where c.job_id = $1 and c.user_id = $2`,
}

/**
 * The most frequent query, by every waiting client: credential and job in one prepared statement, batched. Each key is looked up
 * by itself (`offset 0`): a plan made while the table was small would read all of it for as long as the connection lives.
 * `limit`: see `inBatches`.
 */
const POLL_WITH_KEYS = {
  name: 'poll_jobs_with_keys',
  text: `select a.poll::int, ${COLUMNS}
         from (select * from unnest($1::uuid[], $2::bytea[]) with ordinality limit $3) as a (job_id, key_hash, poll)
         join lateral (
           select user_id from api_key
           where hash = a.key_hash and last_used_at > now() - interval '1 minute'
             and scope is null and deleted_at is null and (expires_at is null or expires_at > now())
           offset 0) k on true
         join users u on u.id = k.user_id and u.suspended_at is null
         join job_caller c on c.job_id = a.job_id and c.user_id = k.user_id
         join job j on j.id = c.job_id join media m on m.id = j.media_id ${JOINED}`,
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

async function pollWithKeys(polls: Poll[]): Promise<(PolledJob | null)[]> {
  const hashes = polls.map(({ keyHash }) => Buffer.from(keyHash))
  const values = [polls.map(({ jobId }) => jobId), hashes, polls.length]
  const { rows: found } = await pool().query<FoundPoll>({ values, ...POLL_WITH_KEYS })
  const answers: (PolledJob | null)[] = polls.map(() => null)
  for (const { poll, ...job } of found) answers[poll - 1] = job
  return answers
}

/**
 * The same for the bearer of the API key with that hash. Null also when the key's last use has to be updated: the
 * regular path does that.
 */
export function pollJobWithKey(jobId: string, keyHash: Uint8Array): Promise<PolledJob | null> {
  return singleton('poll-jobs', () => inBatches(pollWithKeys))({ jobId, keyHash })
}
