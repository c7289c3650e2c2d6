import { pool } from '@/lib/platform/db'
import { singleton } from '@/lib/platform/singleton'

const MIB = 1024 * 1024
/** What is kept of one user's answers, and of all. */
const KEPT_OF_USER_BYTES = 32 * MIB
const KEPT_BYTES = 1024 * MIB
/** After so much the answers of all are counted again: counting them each time would cost more than keeping them. */
const COUNT_EVERY_BYTES = 16 * MIB

/** What a key takes beside its answer. */
export const KEY_BYTES = 1024

const EVICT_OF_USER = `
  delete from idempotency_key where user_id = $1 and key in (
    select key from (
      select key, sum(size_bytes) over (order by created_at desc, key) as newer_bytes
      from idempotency_key where user_id = $1 and status is not null
    ) kept where newer_bytes > $2)`

const EVICT_OF_ALL = `
  delete from idempotency_key where (user_id, key) in (
    select user_id, key from (
      select user_id, key, sum(size_bytes) over (order by created_at desc, user_id, key) as newer_bytes
      from idempotency_key where status is not null
    ) kept where newer_bytes > $1)`

const BYTES_OF_USER = 'select coalesce(sum(size_bytes), 0)::bigint as bytes from idempotency_key where user_id = $1'

/** Forgets the oldest answers of all users beyond what is kept in total. */
export async function evictResponses(mostBytes = KEPT_BYTES): Promise<number> {
  const { rowCount } = await pool().query(EVICT_OF_ALL, [mostBytes])
  return rowCount ?? 0
}

/**
 * Forgets the oldest answers of a user beyond what is kept of each, and now and then of all beyond what is kept in total. A
 * call whose answer was forgotten is made again when it is sent again.
 */
export async function evictResponsesOfUser(userId: string, addedBytes: number): Promise<void> {
  const { rows } = await pool().query<{ bytes: string }>(BYTES_OF_USER, [userId])
  if (Number(rows[0]?.bytes) > KEPT_OF_USER_BYTES) await pool().query(EVICT_OF_USER, [userId, KEPT_OF_USER_BYTES])
  const added = singleton('answers-added', () => ({ bytes: 0 }))
  added.bytes += addedBytes
  if (added.bytes < COUNT_EVERY_BYTES) return
  added.bytes = 0
  await evictResponses()
}
