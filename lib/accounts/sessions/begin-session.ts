import { db } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import { describeDevice } from './describe-device'
import { SESSION_DAYS } from './session-cookie'
import { deleteOldestSessions } from './session-table'

const MAX_SESSIONS = 100

/**
 * Begins a session of a user in a browser, described by its `User-Agent`. A user has at most a hundred: the one that
 * was not used for longest is deleted. Returns the id for the session cookie.
 */
export async function beginSession(userId: string, userAgent: string | null): Promise<string> {
  const id = newId()
  const expiresAt = new Date(Date.now() + SESSION_DAYS * 24 * 3_600_000)
  await db().session.create({ data: { id, userId, device: describeDevice(userAgent), expiresAt } })
  await deleteOldestSessions(userId, MAX_SESSIONS)
  return id
}
