import { createHash } from 'node:crypto'
import { pool } from '@/lib/platform/db'
import type { Operation, OperationInput } from '@/lib/platform/operation'
import { evictResponsesOfUser, KEY_BYTES } from './evict-responses'

/** Which call it is that may be made once: whose, under which key, and what it asks for. */
export type IdempotentCall = { userId: string; key: string; requestHash: Uint8Array }

export type StoredResponse = { status: number; body: unknown; headers: Record<string, string> }

/** `claimedAt` tells this claim from a later one of the same key. */
export type Claim =
  | { kind: 'ours'; claimedAt: Date }
  | { kind: 'running' }
  | { kind: 'reused' }
  | { kind: 'answered'; answer: StoredResponse }

/** A row is free again after a day, or when its call has not ended within a minute: its process has died. */
const CLAIM = `
  insert into idempotency_key as k (user_id, key, request_hash) values ($1, $2, $3)
  on conflict (user_id, key) do update
  set request_hash = excluded.request_hash, status = null, body = null, headers = null, size_bytes = 0, created_at = excluded.created_at
  where k.created_at < now() - interval '24 hours'
     or (k.status is null and k.created_at < now() - interval '60 seconds')
  returning created_at as "claimedAt"`

const READ = `
  select request_hash as "requestHash", status, body, headers
  from idempotency_key where user_id = $1 and key = $2`

type Row = {
  requestHash: Buffer
  status: number | null
  body: unknown
  headers: Record<string, string> | null
}

const CLAIMS_TRIED = 3

/** What a call asks for, by its validated input: white space and the order of fields make no other request. */
export function requestHashOf(operation: Operation, input: OperationInput<Operation>): Uint8Array {
  const asked = JSON.stringify([operation.method, operation.path, input.params, input.query, input.body])
  return new Uint8Array(createHash('sha256').update(asked).digest())
}

function judge({ requestHash: first, status, body, headers }: Row, requestHash: Uint8Array): Claim {
  if (!first.equals(requestHash)) return { kind: 'reused' }
  if (status === null) return { kind: 'running' }
  return { kind: 'answered', answer: { status, body, headers: headers ?? {} } }
}

/** Takes a key for a call, or tells what became of the call that took it. Of many at once one takes it. */
export async function claimKey({ userId, key, requestHash }: IdempotentCall): Promise<Claim> {
  for (let tries = 0; tries < CLAIMS_TRIED; tries++) {
    const claimed = await pool().query<{ claimedAt: Date }>(CLAIM, [userId, key, Buffer.from(requestHash)])
    if (claimed.rows[0]) return { kind: 'ours', claimedAt: claimed.rows[0].claimedAt }
    const { rows } = await pool().query<Row>(READ, [userId, key])
    if (rows[0]) return judge(rows[0], requestHash)
  }
  return { kind: 'running' }
}

/**
 * Keeps the answer to a call for whoever sends it again, unless somebody else has taken the key since. The user's oldest
 * answers go for it when they take too much.
 */
export async function storeResponse(
  { userId, key }: IdempotentCall,
  claimedAt: Date,
  answer: StoredResponse,
): Promise<void> {
  const body = JSON.stringify(answer.body)
  const bytes = KEY_BYTES + Buffer.byteLength(body)
  await pool().query(
    `update idempotency_key set status = $4, body = $5, headers = $6, size_bytes = $7
     where user_id = $1 and key = $2 and created_at = $3 and status is null`,
    [userId, key, claimedAt, answer.status, body, JSON.stringify(answer.headers), bytes],
  )
  await evictResponsesOfUser(userId, bytes)
}

/** Gives a key back whose call has come to nothing. */
export async function releaseKey({ userId, key }: IdempotentCall, claimedAt: Date): Promise<void> {
  await pool().query(
    `delete from idempotency_key where user_id = $1 and key = $2 and created_at = $3 and status is null`,
    [userId, key, claimedAt],
  )
}
