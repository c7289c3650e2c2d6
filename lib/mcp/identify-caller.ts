import { createHash } from 'node:crypto'
import { identify } from '@/lib/accounts/identify'
import type { Caller } from './caller'

/**
 * Who sends a request: the bearer of a credential or, without one, in local mode, whoever sits at this machine. Throws
 * `missing_credentials` and `invalid_credentials`.
 */
export async function identifyCaller(headers: Headers, requestId: string): Promise<Caller> {
  const actor = await identify(headers)
  const client = createHash('sha256')
    .update(headers.get('authorization') ?? '')
    .digest('base64url')
  return { actor, requestId, client }
}
