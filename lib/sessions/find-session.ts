import type { Actor } from '@/lib/platform/actor'
import { pool } from '@/lib/platform/db'
import { requireActive, SUSPENSION, type Suspension } from '@/lib/platform/suspension'
import { effectiveTier, type UserTiers } from '@/lib/tiers/tiers'
import { readLocalCookie } from './local-cookie'
import { readSessionCookie, SESSION_DAYS } from './session-cookie'

const FIND_SESSION = {
  name: 'find_session',
  text: `select u.id, u.granted_tier as "grantedTier", u.paid_tier as "paidTier", ${SUSPENSION},
                s.last_seen_at < now() - interval '1 minute' as stale
         from session s join users u on u.id = s.user_id
         where s.id = $1 and s.user_id = $2 and s.expires_at > now()`,
}

const FIND_LOCAL_SESSION = {
  name: 'find_local_session',
  text: `select u.id, u.granted_tier as "grantedTier", u.paid_tier as "paidTier", ${SUSPENSION},
                s.last_seen_at < now() - interval '1 minute' as stale
         from session s join users u on u.id = s.user_id
         where s.id = $1 and u.is_local and s.expires_at > now()`,
}

const GO_ON = 'update session set last_seen_at = now(), expires_at = now() + make_interval(days => $2) where id = $1'

type Row = UserTiers & Suspension & { id: string; stale: boolean }

async function extend(sessionId: string, { stale }: Row): Promise<void> {
  if (stale) await pool().query(GO_ON, [sessionId, SESSION_DAYS])
}

/**
 * Who is signed in in the browser that sent this `Cookie` header. Null without a session's cookie; `ended` for a session
 * that has expired or was ended: it is asked for each time, so that an ended one is refused at once in every process. Who
 * comes stays signed in for another 30 days. Throws `account_suspended`.
 */
export async function findSession(cookies: string | null): Promise<Actor | 'ended' | null> {
  const claims = await readSessionCookie(cookies)
  if (!claims) return null
  const { rows } = await pool().query<Row>({ ...FIND_SESSION, values: [claims.sid, claims.sub] })
  const row = rows[0]
  if (!row) return 'ended'
  requireActive(row)
  await extend(claims.sid, row)
  return { kind: 'session', userId: row.id, tier: effectiveTier(row), sessionId: claims.sid }
}

/**
 * The local account, if the browser that sent this `Cookie` header was let in by a local link, and has not been signed out
 * since. It is found by the session alone: the account may have been deleted and begun anew.
 */
export async function findLocalSession(cookies: string | null): Promise<Actor | null> {
  const sessionId = await readLocalCookie(cookies)
  if (!sessionId) return null
  const { rows } = await pool().query<Row>({ ...FIND_LOCAL_SESSION, values: [sessionId] })
  const row = rows[0]
  if (!row) return null
  requireActive(row)
  await extend(sessionId, row)
  return { kind: 'local', userId: row.id, tier: effectiveTier(row), sessionId }
}
