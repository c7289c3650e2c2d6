import { pool } from '@/lib/core/db/db'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import type { DeviceCodeState } from '@/lib/core/generated/prisma/enums'

/** A device code as a poll finds it. `isEarly`: the device polls faster than its interval. */
export type PolledDevice = {
  userId: string | null
  name: string
  scope: string
  resource: string | null
  state: DeviceCodeState | 'expired'
  isEarly: boolean
  intervalSeconds: number
}

/**
 * The state machine of a device code, in one statement: returns the state it finds, redeems an approved code so that it
 * works once, and has a device that polls too early wait five seconds longer. Half a second is tolerated for clocks.
 */
export async function pollDeviceCode(
  tx: Prisma.TransactionClient,
  clientId: string | null,
  hash: Uint8Array,
): Promise<PolledDevice | undefined> {
  const [row] = await tx.$queryRaw<PolledDevice[]>`
    with was as materialized (
      select hash, polled_at, interval_seconds,
             case when state <> 'redeemed' and expires_at <= now() then 'expired' else state::text end as state
      from device_code
      where hash = ${hash} and client_id is not distinct from ${clientId}::text for update),
    judged as (
      select *, state = 'pending' and coalesce(polled_at > now() - make_interval(secs => interval_seconds - 0.5), false)
                as early
      from was)
    update device_code d
    set polled_at = now(),
        interval_seconds = least(60, d.interval_seconds + case when judged.early then 5 else 0 end),
        state = case when judged.state = 'approved' then 'redeemed' else d.state end
    from judged where d.hash = judged.hash
    returning judged.state, judged.early as "isEarly", d.interval_seconds as "intervalSeconds",
              d.user_id as "userId", d.name, d.scope, d.resource`
  return row
}

/** Deletes device codes an hour after they have expired: until then a late poll gets the reason. */
export async function purgeExpiredDeviceCodes(): Promise<void> {
  await pool().query(`delete from device_code where expires_at < now() - interval '1 hour'`)
}

/** A user's wrong guesses of user codes in the present window, and in how many seconds the window ends. */
export type Misses = { misses: number; secondsLeft: number }

const COUNT_MISS = `
  insert into device_miss as m (user_id, misses, since) values ($1, 1, now())
  on conflict (user_id) do update set
    misses = case when m.since < now() - make_interval(secs => $2) then 1 else m.misses + 1 end,
    since = case when m.since < now() - make_interval(secs => $2) then now() else m.since end
  returning misses, ceil(extract(epoch from since - now()) + $2)::int as "secondsLeft"`

/** Counts a wrong guess of a user. */
export async function countMiss(userId: string, windowSeconds: number): Promise<Misses | undefined> {
  const { rows } = await pool().query<Misses>(COUNT_MISS, [userId, windowSeconds])
  return rows[0]
}

/** Removes a correct code from the count of guesses. */
export async function uncountMiss(userId: string): Promise<void> {
  await pool().query('update device_miss set misses = greatest(misses - 1, 0) where user_id = $1', [userId])
}
