import { pool } from '@/lib/platform/db'

/** Deletes sessions and mailed links that have expired. To be called now and then. Gives how many there were. */
export async function forgetSessions(): Promise<number> {
  const sessions = await pool().query('delete from session where expires_at < now()')
  const links = await pool().query('delete from verification_token where expires < now()')
  return (sessions.rowCount ?? 0) + (links.rowCount ?? 0)
}
