import { purgeRows } from '@/lib/core/db/purge-rows'
import { pool } from '../db/db'
import type { Admission, RateLimitPolicy } from './policy'

/**
 * The generic cell rate algorithm: a row holds when its owner would have used up what was taken so far, at an even
 * pace. Who is let in moves that on by one interval; who would move it further than the window ahead is refused, and
 * changes nothing. Rows are taken in the order of their keys, so that two processes never wait for each other. The time
 * is whole milliseconds, as the column holds it: rounding must not refuse the last of a quota. `limit`: see `inBatches`.
 */
const ADMIT = {
  name: 'admit',
  text: `with asked as (select * from unnest($1::text[]) with ordinality as a (key, place) limit $4),
              moment as (select date_trunc('milliseconds', now()) as now),
              admitted as (
                insert into rate_limit as r (key, tat)
                select key, now + $2 * interval '1 millisecond' from asked, moment order by key
                on conflict (key) do update
                set tat = greatest(r.tat + $2 * interval '1 millisecond', excluded.tat)
                where greatest(r.tat + $2 * interval '1 millisecond', excluded.tat)
                      <= (select now from moment) + $3 * interval '1 millisecond'
                returning key, tat)
         select admitted.key is not null as admitted,
                (extract(epoch from coalesce(admitted.tat, before.tat) - now) * 1000)::float8 as "aheadMs"
         from asked cross join moment
         left join admitted using (key)
         left join rate_limit before on before.key = asked.key and admitted.key is null
         order by place`,
}

/** `aheadMs`: how far ahead of now the row is. Null where a refused one is so new that this statement can't see it. */
type Row = { admitted: boolean; aheadMs: number | null }

/**
 * Counts one request of each key under one policy; the keys must be distinct. Returns an admission for each key, in
 * their order. Rejects when the database does.
 */
export async function checkRateLimits({ name, ...policy }: RateLimitPolicy, keys: string[]): Promise<Admission[]> {
  const intervalMs = Math.max(1, Math.round((policy.windowSeconds * 1000) / policy.quota))
  const windowMs = intervalMs * policy.quota
  const values = [keys.map((key) => `${name}:${key}`), intervalMs, windowMs, keys.length]
  const { rows } = await pool().query<Row>({ values, ...ADMIT })
  return rows.map(({ admitted, aheadMs: known }) => {
    const aheadMs = known ?? windowMs
    return {
      admitted,
      remaining: admitted ? Math.floor((windowMs - aheadMs) / intervalMs) : 0,
      resetSeconds: Math.max(0, Math.ceil(aheadMs / 1000)),
      waitMs: Math.max(admitted ? 0 : 1, aheadMs + intervalMs - windowMs),
    }
  })
}

/** Deletes the rows that limit nothing any more, on a schedule. Returns how many there were. */
export function purgeExpiredRateLimits(): Promise<number> {
  return purgeRows('rate_limit', 'tat < now()')
}
