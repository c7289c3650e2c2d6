import { createHash } from 'node:crypto'
import { problemRow } from '@/lib/core/problem/problem-table'
import { claimKey, storeResponse } from '@/lib/http/idempotency/idempotency-table'
import { RequestInvalid } from '@/lib/http/validation/validation-detail'
import type { ReceivedForm } from './receive-form'

/**
 * Binds an Idempotency-Key to a file and its fields for a day. The same request again needs no stored response: it leads
 * to the same job or transcript with and without a key. Throws a 400 for a key that came with another request.
 */
export async function bindIdempotencyKey(
  userId: string,
  key: string,
  { fields, upload }: Pick<ReceivedForm, 'fields'> & { upload: { digest: string } },
): Promise<void> {
  const asked = JSON.stringify(['POST', '/v1/audio/transcriptions', fields, upload.digest])
  const call = { userId, key, requestHash: new Uint8Array(createHash('sha256').update(asked).digest()) }
  const claim = await claimKey(call)
  if (claim.kind === 'ours') await storeResponse(call, claim.claimedAt, { status: 200, body: null, headers: {} })
  if (claim.kind !== 'reused') return
  const msg = problemRow('idempotency_key_reused').detail
  throw new RequestInvalid([{ type: 'idempotency_key_reused', loc: ['header', 'idempotency-key'], msg, input: key }])
}
