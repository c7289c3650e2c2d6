import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { singleton } from '@/lib/core/concurrency/singleton'
import { pool } from '@/lib/core/db/db'
import { purgeRows } from '@/lib/core/db/purge-rows'
import type { Operation, OperationInput } from '@/lib/core/operations/operation'
import { keyFor, seal, unseal } from '@/lib/core/secrets/seal'

/** Which call it is that may be made once: whose, under which key, and what it asks for. */
export type IdempotentCall = { userId: string; key: string; requestHash: Uint8Array }

export type StoredResponse = { status: number; body: unknown; headers: Record<string, string> }

/** `claimedAt` distinguishes this claim from a later one of the same key. */
type Claim =
  | { kind: 'ours'; claimedAt: Date }
  | { kind: 'running' }
  | { kind: 'reused' }
  | { kind: 'answered'; answer: StoredResponse }

/** A row is free again after a day, or when its call has not ended within a minute: its process has died. */
const CLAIM = `
  insert into idempotency_key as k (user_id, key, request_hash) values ($1, $2, $3)
  on conflict (user_id, key) do update
  set request_hash = excluded.request_hash, status = null, body = null, subject_id = null, headers = null, size_bytes = 0, created_at = excluded.created_at
  where k.created_at < now() - interval '24 hours'
     or (k.status is null and k.created_at < now() - interval '60 seconds')
  returning created_at as "claimedAt"`

const READ = `
  select request_hash as "requestHash", status, body, headers
  from idempotency_key where user_id = $1 and key = $2`

type Row = {
  requestHash: Buffer
  status: number | null
  /** Sealed: a response may have a secret that is returned once. */
  body: Buffer | null
  headers: Record<string, string> | null
}

const CLAIMS_TRIED = 3

/**
 * The hash of a call's validated input: white space and the order of fields don't change it. Its key keeps a password of the input from being
 * guessed by it.
 */
export function requestHashOf(operation: Operation, input: OperationInput<Operation>): Uint8Array {
  const asked = JSON.stringify([operation.method, operation.path, input.params, input.query, input.body])
  return new Uint8Array(createHmac('sha256', keyFor('idempotent requests')).update(asked).digest())
}

const SEALED = 'idempotent responses'
const ownerOf = ({ userId, key }: IdempotentCall) => `${userId} ${key}`

function judge({ requestHash: first, status, body, headers }: Row, call: IdempotentCall): Claim {
  if (!first.equals(call.requestHash)) return { kind: 'reused' }
  if (status === null || body === null) return { kind: 'running' }
  const answer = JSON.parse(unseal(SEALED, ownerOf(call), body))
  return { kind: 'answered', answer: { status, body: answer, headers: headers ?? {} } }
}

/** Claims a key for a call, or returns the state of the call that holds it. Only one of concurrent calls claims it. */
export async function claimKey(call: IdempotentCall): Promise<Claim> {
  const { userId, key, requestHash } = call
  for (let tries = 0; tries < CLAIMS_TRIED; tries++) {
    const claimed = await pool().query<{ claimedAt: Date }>(CLAIM, [userId, key, Buffer.from(requestHash)])
    if (claimed.rows[0]) return { kind: 'ours', claimedAt: claimed.rows[0].claimedAt }
    const { rows } = await pool().query<Row>(READ, [userId, key])
    if (rows[0]) return judge(rows[0], call)
  }
  return { kind: 'running' }
}

const subjectSchema = z.union([z.object({ id: z.string() }), z.object({ job_id: z.string() })])

/** The id of the library item or the job that a response is about; null: neither. */
function subjectOf({ body }: StoredResponse): string | null {
  const { data } = subjectSchema.safeParse(body)
  if (!data) return null
  return 'id' in data ? data.id : data.job_id
}

/**
 * Stores the response to a call for a repeated request, unless another call has claimed the key since. The user's
 * oldest responses are deleted when they take too much.
 */
export async function storeResponse(call: IdempotentCall, claimedAt: Date, answer: StoredResponse): Promise<void> {
  const { userId, key } = call
  const body = Buffer.from(seal(SEALED, ownerOf(call), JSON.stringify(answer.body)))
  const bytes = KEY_BYTES + body.byteLength
  await pool().query(
    `update idempotency_key set status = $4, body = $5, headers = $6, size_bytes = $7, subject_id = $8
     where user_id = $1 and key = $2 and created_at = $3 and status is null`,
    [userId, key, claimedAt, answer.status, body, JSON.stringify(answer.headers), bytes, subjectOf(answer)],
  )
  await evictResponsesOfUser(userId, bytes)
}

export async function releaseKey({ userId, key }: IdempotentCall, claimedAt: Date): Promise<void> {
  await pool().query(
    `delete from idempotency_key where user_id = $1 and key = $2 and created_at = $3 and status is null`,
    [userId, key, claimedAt],
  )
}

const MIB = 1024 * 1024
/** The maximum size of one user's stored responses, and of all. */
const KEPT_OF_USER_BYTES = 32 * MIB
const KEPT_BYTES = 1024 * MIB
/** After so much the answers of all are counted again: counting them each time would cost more than keeping them. */
const COUNT_EVERY_BYTES = 16 * MIB

/** The size of a key beside its answer. */
const KEY_BYTES = 1024

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

/** Deletes the oldest responses of all users beyond the limit in total. */
export async function evictResponses(mostBytes = KEPT_BYTES): Promise<number> {
  const { rowCount } = await pool().query(EVICT_OF_ALL, [mostBytes])
  return rowCount ?? 0
}

/**
 * Deletes the oldest responses of a user beyond the limit, and now and then those of all users beyond the total limit.
 * A call whose response was deleted is made again when it is repeated.
 */
async function evictResponsesOfUser(userId: string, addedBytes: number): Promise<void> {
  const { rows } = await pool().query<{ bytes: string }>(BYTES_OF_USER, [userId])
  if (Number(rows[0]?.bytes) > KEPT_OF_USER_BYTES) await pool().query(EVICT_OF_USER, [userId, KEPT_OF_USER_BYTES])
  const added = singleton('answers-added', () => ({ bytes: 0 }))
  added.bytes += addedBytes
  if (added.bytes < COUNT_EVERY_BYTES) return
  added.bytes = 0
  await evictResponses()
}

/** Deletes responses that were stored a day ago. Run on a schedule. Returns how many there were. */
export function purgeExpiredIdempotencyKeys(): Promise<number> {
  return purgeRows('idempotency_key', `created_at < now() - interval '24 hours'`)
}
