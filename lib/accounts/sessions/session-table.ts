import { pool } from '@/lib/core/db/db'
import { purgeRows } from '@/lib/core/db/purge-rows'
import { type Suspension, USER_COLUMNS } from '@/lib/core/suspension'
import type { UserTiers } from '@/lib/usage/tiers'

/** The user of a session. `stale`: more than a minute has passed since the session was last extended. */
export type SessionUser = UserTiers & Suspension & { id: string; stale: boolean }

const SELECT = `
  select ${USER_COLUMNS}, s.last_seen_at < now() - interval '1 minute' as stale
  from session s join users u on u.id = s.user_id
  where s.id = $1 and s.expires_at > now()`

const FIND = { name: 'find_session', text: `${SELECT} and s.user_id = $2` }
const FIND_LOCAL = { name: 'find_local_session', text: `${SELECT} and u.is_local` }

/** The user of a session that has not expired; undefined when there is no such session. */
export async function findSessionUser(sessionId: string, userId: string): Promise<SessionUser | undefined> {
  const { rows } = await pool().query<SessionUser>({ ...FIND, values: [sessionId, userId] })
  return rows[0]
}

/** The local account, when the session belongs to it. */
export async function findLocalSessionUser(sessionId: string): Promise<SessionUser | undefined> {
  const { rows } = await pool().query<SessionUser>({ ...FIND_LOCAL, values: [sessionId] })
  return rows[0]
}

/** Sets the expiry of a session to so many days from now. */
export async function extendSession(sessionId: string, days: number): Promise<void> {
  await pool().query(
    'update session set last_seen_at = now(), expires_at = now() + make_interval(days => $2) where id = $1',
    [sessionId, days],
  )
}

/** Deletes the sessions of a user beyond the `kept` that were used last. */
export async function deleteOldestSessions(userId: string, kept: number): Promise<void> {
  await pool().query(
    `delete from session where id in (
       select id from session where user_id = $1 order by last_seen_at desc, id desc offset $2)`,
    [userId, kept],
  )
}

/** Deletes sessions, mailed links and counts of mails that have expired, on a schedule. Returns how many there were. */
export async function purgeExpiredSessions(): Promise<number> {
  const sessions = await purgeRows('session', 'expires_at < now()')
  const links = await purgeRows('verification_token', 'expires < now()')
  const mails = await purgeRows(
    'mail_count',
    `not exists (select from unnest(sent_at) t where t > now() - interval '1 hour')`,
  )
  return sessions + links + mails
}
