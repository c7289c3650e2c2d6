import { db, pool } from '@/lib/platform/db'
import { newId } from '@/lib/platform/ids'
import { describeDevice } from './describe-device'
import { SESSION_DAYS } from './session-cookie'

/** A user's browsers that stay signed in: of more, those that were seen last. */
const MOST_SESSIONS = 100

const END_OLDEST = `
  delete from session where id in (
    select id from session where user_id = $1 order by last_seen_at desc, id desc offset $2)`

/**
 * Begins a session of a user in a browser, told by its `User-Agent`. A hundred are kept: the one
 * that was not used for longest ends for another. Gives the id that its cookie is to name.
 */
export async function beginSession(userId: string, userAgent: string | null): Promise<string> {
  const id = newId()
  const expiresAt = new Date(Date.now() + SESSION_DAYS * 24 * 3_600_000)
  await db().session.create({ data: { id, userId, device: describeDevice(userAgent), expiresAt } })
  await pool().query(END_OLDEST, [userId, MOST_SESSIONS])
  return id
}
