import { pool } from '@/lib/platform/db'
import type * as rows from '@/lib/platform/generated/prisma/client'

/** All of a job that its caller sees, but its transcript. */
export type PolledJob = Pick<
  rows.Job,
  'id' | 'requestedLang' | 'status' | 'stage' | 'progress' | 'createdAt' | 'startedAt' | 'finishedAt' | 'transcriptId'
> &
  Pick<rows.Media, 'url' | 'platform' | 'videoId' | 'title'> &
  Pick<rows.JobCaller, 'entryId' | 'leftAt'> & { error: unknown; reasonForLeaving: unknown }

const SELECT_JOB = `
         select j.id, j.requested_lang as "requestedLang", j.status, j.stage, j.progress, j.error,
                j.created_at as "createdAt", j.started_at as "startedAt", j.finished_at as "finishedAt",
                j.transcript_id as "transcriptId",
                m.url, m.platform, m.video_id as "videoId", m.title,
                c.entry_id as "entryId", c.left_at as "leftAt", c.error as "reasonForLeaving"
         from job_caller c join job j on j.id = c.job_id join media m on m.id = j.media_id
         where c.job_id = $1`

/** The queries asked most of all, by everyone who waits: prepared once a connection, without an ORM. */
const POLL_AS_USER = { name: 'poll_job_as_user', text: `${SELECT_JOB} and c.user_id = $2` }
const POLL_WITH_KEY = {
  name: 'poll_job_with_key',
  text: `${SELECT_JOB} and c.user_id = (
           select k.user_id from api_key k where k.hash = $2 and k.last_used_at > now() - interval '1 minute')`,
}

/** A job as the user sees it who has a place in it, or null. */
export async function pollJob(jobId: string, userId: string): Promise<PolledJob | null> {
  const { rows: found } = await pool().query<PolledJob>({ ...POLL_AS_USER, values: [jobId, userId] })
  return found[0] ?? null
}

/**
 * The same for whoever bears the API key of that hash, credential and job in one statement. Null too when the key's last
 * use is to be written down again: that is the ordinary way's.
 */
export async function pollJobWithKey(jobId: string, keyHash: Uint8Array): Promise<PolledJob | null> {
  const { rows: found } = await pool().query<PolledJob>({ ...POLL_WITH_KEY, values: [jobId, Buffer.from(keyHash)] })
  return found[0] ?? null
}
