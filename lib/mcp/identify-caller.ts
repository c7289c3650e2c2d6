import { createHash } from 'node:crypto'
import { authenticate } from '@/lib/accounts/authenticate'
import { localActor } from '@/lib/accounts/local-account'
import { mayActLocally } from '@/lib/accounts/may-act-locally'
import type { Caller } from './caller'

/**
 * Who sends a request: the bearer of a credential or, without one, in local mode, whoever sits at this machine. Throws
 * `missing_credentials` and `invalid_credentials`.
 */
export async function identifyCaller(headers: Headers, requestId: string): Promise<Caller> {
  const authorization = headers.get('authorization')
  const local = !authorization && mayActLocally(headers) ? await localActor() : null
  const actor = local ?? (await authenticate(authorization))
  const client = createHash('sha256')
    .update(authorization ?? '')
    .digest('base64url')
  return { actor, requestId, client }
}
