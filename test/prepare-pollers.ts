import { createUser, type NewUser } from '@/lib/accounts/create-user'
import { pool } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'

/** A user with a job that no worker runs. */
export type Poller = NewUser & { jobId: string }

async function makeJob(userId: string): Promise<string> {
  const [mediaId, jobId] = [newId(), newId()]
  await pool().query(
    `insert into media (id, platform, video_id, url) values ($1, 'podcast', $2, 'http://a.example/a')`,
    [mediaId, mediaId],
  )
  await pool().query(
    `insert into job (id, media_id, requested_lang, status, stage, progress)
     values ($1, $2, 'en', 'in_progress', 'transcribing', 0.5)`,
    [jobId, mediaId],
  )
  await pool().query('insert into job_caller (job_id, user_id, library_item_id) values ($1, $2, $3)', [
    jobId,
    userId,
    newId(),
  ])
  return jobId
}

/**
 * Creates users, each with an API key and a job, in the database that the settings name, which then knows its tables as one does
 * that has run for a minute: by that it chooses whether it plans a statement anew each time.
 */
export async function preparePollers(count: number): Promise<Poller[]> {
  const pollers: Poller[] = []
  for (let made = 0; made < count; made++) {
    const user = await createUser({ email: `${newId()}@verbatim.test`, tier: 'ultra' })
    pollers.push({ ...user, jobId: await makeJob(user.userId) })
  }
  await pool().query('analyze')
  return pollers
}

export const bearer = ({ apiKey }: Pick<NewUser, 'apiKey'>) => ({ authorization: `Bearer ${apiKey}` })
