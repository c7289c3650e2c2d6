import { pool } from '@/lib/platform/db'

/** Deletes sessions, mailed links and counts of mails that have expired. To be called now and then. Gives how many there were. */
export async function purgeExpiredSessions(): Promise<number> {
  const sessions = await pool().query('delete from session where expires_at < now()')
  const links = await pool().query('delete from verification_token where expires < now()')
  const mails = await pool().query(
    `delete from mail_count where not exists (select from unnest(sent_at) t where t > now() - interval '1 hour')`,
  )
  return (sessions.rowCount ?? 0) + (links.rowCount ?? 0) + (mails.rowCount ?? 0)
}
