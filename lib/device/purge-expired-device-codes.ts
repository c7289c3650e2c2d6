import { pool } from '@/lib/platform/db'

/** Deletes device codes an hour after they have expired: till then a late poll is told why. */
export async function purgeExpiredDeviceCodes(): Promise<void> {
  await pool().query(`delete from device_code where expires_at < now() - interval '1 hour'`)
}
