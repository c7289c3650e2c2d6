import type { Actor } from '@/lib/platform/actor'
import { pool } from '@/lib/platform/db'
import { readSessionCookie, SESSION_DAYS } from './session-cookie'

const FIND_SESSION = {
  name: 'find_session',
  text: `select u.id, u.tier, s.last_seen_at < now() - interval '1 minute' as stale
         from session s join users u on u.id = s.user_id
         where s.id = $1 and s.user_id = $2 and s.expires_at > now()`,
}

const GO_ON = 'update session set last_seen_at = now(), expires_at = now() + make_interval(days => $2) where id = $1'

type Row = { id: string; tier: string; stale: boolean }

/**
 * Who is signed in in the browser that sent this `Cookie` header. Null without a session's cookie; `ended` for a session
 * that has expired or was ended: it is asked for each time, so that an ended one is refused at once in every process. Who
 * comes stays signed in for another 30 days.
 */
export async function findSession(cookies: string | null): Promise<Actor | 'ended' | null> {
  const claims = await readSessionCookie(cookies)
  if (!claims) return null
  const { rows } = await pool().query<Row>({ ...FIND_SESSION, values: [claims.sid, claims.sub] })
  const row = rows[0]
  if (!row) return 'ended'
  if (row.stale) await pool().query(GO_ON, [claims.sid, SESSION_DAYS])
  return { kind: 'session', userId: row.id, tier: row.tier, sessionId: claims.sid }
}
