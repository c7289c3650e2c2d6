import { pool } from '@/lib/core/db/db'
import { PLATFORM_IDS, type Platform } from '@/lib/platforms/platforms'

/** The seconds charged on a day for transcripts of a platform. */
export type UsageRow = { day: string; platform: Platform; seconds: number; transcripts: number }

const FIND = {
  name: 'find_usage_by_day',
  text: `select to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, m.platform, sum(c.seconds)::int as seconds,
                count(*)::int as transcripts
         from usage_charge c join media m on m.id = c.media_id
         where c.user_id = $1 and c.created_at >= $2 and c.created_at < $3
         group by 1, 2 order by 1, array_position($4::text[], m.platform)`,
}

/** A user's charges between two times, by day in UTC and platform. */
export async function findUsageByDay(userId: string, from: Date, before: Date): Promise<UsageRow[]> {
  const { rows } = await pool().query<UsageRow>({ ...FIND, values: [userId, from, before, PLATFORM_IDS] })
  return rows
}
