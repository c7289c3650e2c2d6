import { pool } from '@/lib/platform/db'

/**
 * Deletes what can not be used any more: codes after a day, tokens that have expired, connections without a live token,
 * and clients that registered more than a day ago and were never allowed anything. Run where new rows begin.
 */
export async function purgeExpiredGrants(): Promise<void> {
  await pool().query(`delete from oauth_client
    where granted_at is null and created_at < now() - interval '1 day' and coalesce(expires_at, now()) <= now()`)
  await pool().query(`delete from oauth_code where expires_at < now() - interval '1 day'`)
  await pool().query(`
    with access as (delete from oauth_access_token where expires_at < now() returning grant_id),
         refresh as (delete from oauth_refresh_token where expires_at < now() returning grant_id)
    delete from oauth_grant g
    where g.id in (select grant_id from access union select grant_id from refresh)
      and not exists (select 1 from oauth_access_token a where a.grant_id = g.id and a.expires_at >= now())
      and not exists (select 1 from oauth_refresh_token r where r.grant_id = g.id and r.expires_at >= now())`)
}
