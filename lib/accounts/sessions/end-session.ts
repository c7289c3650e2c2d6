import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { isId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import type { SessionClaims } from './session-cookie'

/** Ends the session that a cookie names: it is refused from the moment this returns. Returns whether there was one. */
export async function removeSession({ sid, sub }: SessionClaims): Promise<boolean> {
  const { count } = await db().session.deleteMany({ where: { id: sid, userId: sub } })
  return count > 0
}

/** Signs one of the caller's browsers out immediately. Throws `not_found`. */
export async function endSession(actor: Actor, sessionId: string): Promise<void> {
  if (isId(sessionId) && (await removeSession({ sid: sessionId, sub: actor.userId }))) return
  throw new Problem('not_found', { detail: 'Session not found. It may have ended already.' })
}
