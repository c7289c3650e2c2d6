import { createHash } from 'node:crypto'
import { identify } from '@/lib/accounts/identify'
import { type Caller, connectorUrl } from './caller'

/**
 * Who sends a request: the bearer of a credential or, without one, whoever is signed in in the browser, or was let
 * in by a local link. Throws `missing_credentials`, and `invalid_credentials` also for a token that is for something else (RFC 8707).
 */
export async function identifyCaller(request: Request, requestId: string): Promise<Caller> {
  const actor = await identify(request, connectorUrl())
  const credential = request.headers.get('authorization') ?? (('sessionId' in actor && actor.sessionId) || '')
  const client = createHash('sha256').update(credential).digest('base64url')
  return { actor, requestId, client }
}
