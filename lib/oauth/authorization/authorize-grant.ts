import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { hashToken, newToken } from '@/lib/core/secrets/tokens'
import { redirectHost } from '../clients/redirects'
import type { Authorized, AuthorizeGrantRequest } from '../contract'
import { issuer } from '../metadata'
import { CODE_PREFIX } from '../tokens/issue-tokens'
import { purgeExpiredGrants } from '../tokens/token-table'
import {
  type AuthorizationRequest,
  buildRedirect,
  findTarget,
  parseAuthorizationRequest,
  type Target,
} from './authorization-request'

const CODE_LIFETIME_MS = 60_000

async function makeCode(actor: Actor, { client, redirectUri }: Target, parsed: AuthorizationRequest): Promise<string> {
  const code = newToken(CODE_PREFIX)
  await purgeExpiredGrants()
  await db().oauthCode.create({
    data: {
      hash: hashToken(code),
      clientId: client.id,
      redirectUri,
      userId: actor.userId,
      name: client.name ?? redirectHost(redirectUri),
      expiresAt: new Date(Date.now() + CODE_LIFETIME_MS),
      ...parsed,
    },
  })
  return code
}

/**
 * The user's decision on a client's request: allowed, with a code that works once within a minute, for that client,
 * address and verifier only; or denied. Returns the address that the browser follows. Throws an `OAuthError` for an
 * invalid client or request.
 */
export async function authorizeGrant(actor: Actor, request: AuthorizeGrantRequest): Promise<Authorized> {
  const target = await findTarget(request.client_id, request.redirect_uri)
  const { state } = request
  if (request.decision === 'deny') {
    const refusal = { error: 'access_denied', error_description: 'The user denied access.', state }
    return { redirect_to: buildRedirect(target.redirectUri, refusal), code: null, state, iss: issuer() }
  }
  const parsed = parseAuthorizationRequest({
    codeChallenge: request.code_challenge,
    codeChallengeMethod: request.code_challenge_method,
    scope: request.scope,
    resources: request.resource ? [request.resource] : [],
  })
  const code = await makeCode(actor, target, parsed)
  return { redirect_to: buildRedirect(target.redirectUri, { code, state }), code, state, iss: issuer() }
}
