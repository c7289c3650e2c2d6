import type { Actor } from '@/lib/core/actor'
import { requireActive } from '@/lib/core/suspension'
import { effectiveTier } from '@/lib/usage/tiers'
import { readLocalCookie } from './local-cookie'
import { readSessionCookie, SESSION_DAYS } from './session-cookie'
import { extendSession, findLocalSessionUser, findSessionUser } from './session-table'

/**
 * The user who is signed in in the browser that sent this `Cookie` header. Returns null without a session cookie, and
 * `ended` for a session that has expired or was ended. Queries the database on every call, so that an ended session is
 * refused immediately in every process. Each visit extends the session to 30 days. Throws `account_suspended`.
 */
export async function findSession(cookies: string | null): Promise<Actor | 'ended' | null> {
  const claims = await readSessionCookie(cookies)
  if (!claims) return null
  const user = await findSessionUser(claims.sid, claims.sub)
  if (!user) return 'ended'
  requireActive(user)
  if (user.stale) await extendSession(claims.sid, SESSION_DAYS)
  return { kind: 'session', userId: user.id, tier: effectiveTier(user), sessionId: claims.sid }
}

/**
 * The local account, if the browser that sent this `Cookie` header was signed in by a local link and has not been
 * signed out since. It is found by the session alone: the account may have been deleted and created again. Throws
 * `account_suspended`.
 */
export async function findLocalSession(cookies: string | null): Promise<Actor | null> {
  const sessionId = await readLocalCookie(cookies)
  if (!sessionId) return null
  const user = await findLocalSessionUser(sessionId)
  if (!user) return null
  requireActive(user)
  if (user.stale) await extendSession(sessionId, SESSION_DAYS)
  return { kind: 'local', userId: user.id, tier: effectiveTier(user), sessionId }
}
