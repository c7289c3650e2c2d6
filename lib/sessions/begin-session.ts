import { db } from '@/lib/platform/db'
import { newId } from '@/lib/platform/ids'
import { describeDevice } from './describe-device'
import { SESSION_DAYS } from './session-cookie'

/** Begins a session of a user in a browser, told by its `User-Agent`. Gives the id that its cookie is to name. */
export async function beginSession(userId: string, userAgent: string | null): Promise<string> {
  const id = newId()
  const expiresAt = new Date(Date.now() + SESSION_DAYS * 24 * 3_600_000)
  await db().session.create({ data: { id, userId, device: describeDevice(userAgent), expiresAt } })
  return id
}
