import { ACCESS_TOKEN_PREFIX } from '@/lib/accounts/access-token'
import { db } from '@/lib/core/db/db'
import { hashToken, isWellFormedToken } from '@/lib/core/secrets/tokens'
import { requireClient } from '../clients/authenticate-client'
import { issuer, resources } from '../metadata'
import { OAuthError } from '../oauth-error'
import { parseParameters } from '../parameters'
import type { Introspection } from './contract'
import { REFRESH_TOKEN_PREFIX } from './issue-tokens'

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

async function findToken(token: string, clientId: string) {
  const where = {
    hash: hashToken(token),
    expiresAt: { gt: new Date() },
    grant: { clientId, user: { suspendedAt: null } },
  }
  const include = { grant: true }
  if (isWellFormedToken(token, ACCESS_TOKEN_PREFIX)) {
    const row = await db().oauthAccessToken.findFirst({ where, include })
    return row && { ...row, type: 'access_token' }
  }
  if (!isWellFormedToken(token, REFRESH_TOKEN_PREFIX)) return null
  const row = await db().oauthRefreshToken.findFirst({ where: { ...where, usedAt: null }, include })
  return row && { ...row, type: 'refresh_token', scope: row.grant.scope, resource: row.grant.resource }
}

/**
 * The state of a token (RFC 7662), for the confidential client it was given to; of any other it says only that it is not
 * active. Throws `invalid_request`, `invalid_client`.
 */
export async function introspectToken(request: Request): Promise<Introspection> {
  const parameters = await parseParameters(request)
  const client = await requireClient(request.headers, parameters)
  if (!client.secretHash) {
    throw new OAuthError('invalid_client', 'Only a client with a secret may ask about tokens.', { status: 401 })
  }
  const token = parameters.get('token')
  if (!token) throw new OAuthError('invalid_request', 'token is missing.')
  const found = await findToken(token, client.id)
  if (!found) return { active: false }
  return {
    active: true,
    scope: found.scope,
    client_id: client.id,
    sub: found.grant.userId,
    token_type: found.type === 'access_token' ? 'Bearer' : found.type,
    iat: seconds(found.createdAt),
    exp: seconds(found.expiresAt),
    aud: found.resource ?? Object.values(resources()),
    iss: issuer(),
  }
}
