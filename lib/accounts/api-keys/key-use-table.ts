import { pool } from '@/lib/core/db/db'
import { purgeRows } from '@/lib/core/db/purge-rows'

/** How many requests were sent with a key on a day (`2026-11-22`, UTC), and how many of these it was refused for. */
export type KeyUse = { keyId: string; userId: string; day: string; requests: number; refused: number }

/** A key that was deleted or erased meanwhile is not counted any more. */
const ADD = `
  insert into api_key_use as counted (key_id, day, user_id, requests, refused)
  select added.key_id, added.day, added.user_id, added.requests, added.refused
  from unnest($1::uuid[], $2::date[], $3::uuid[], $4::int[], $5::int[])
    as added (key_id, day, user_id, requests, refused)
  join api_key k on k.id = added.key_id
  -- In one order, so that two processes never wait for each other's rows.
  order by 1, 2
  on conflict (key_id, day) do update
  set requests = counted.requests + excluded.requests, refused = counted.refused + excluded.refused`

/** Adds uses to those of all processes, in one statement. */
export async function addKeyUses(uses: readonly KeyUse[]): Promise<void> {
  await pool().query(ADD, [
    uses.map(({ keyId }) => keyId),
    uses.map(({ day }) => day),
    uses.map(({ userId }) => userId),
    uses.map(({ requests }) => requests),
    uses.map(({ refused }) => refused),
  ])
}

/** The use of a key on one day, with what its owner calls the key. */
export type KeyUseOfDay = Pick<KeyUse, 'keyId' | 'day' | 'requests' | 'refused'> & {
  name: string | null
  prefix: string
  deleted: boolean
}

const LIST = `
  select u.key_id as "keyId", to_char(u.day, 'YYYY-MM-DD') as day, u.requests, u.refused,
    k.name, k.prefix, k.deleted_at is not null as deleted
  from api_key_use u join api_key k on k.id = u.key_id
  where u.user_id = $1 and u.day > (now() at time zone 'UTC')::date - $2::int
  order by u.day desc, u.requests desc, u.key_id`

/** The use of a user's keys in the last days, the newest day first. */
export async function listKeyUses(userId: string, days: number): Promise<KeyUseOfDay[]> {
  const { rows } = await pool().query<KeyUseOfDay>(LIST, [userId, days])
  return rows
}

/** Deletes uses of more than `days` ago, and the keys that were deleted before them. Returns how many rows there were. */
export async function purgeFormerKeyUses(days: number): Promise<number> {
  const uses = await purgeRows('api_key_use', `day <= (now() at time zone 'UTC')::date - $1::int`, [days])
  return uses + (await purgeRows('api_key', 'deleted_at < now() - make_interval(days => $1::int)', [days]))
}
