import { ACCESS_TOKEN_PREFIX } from '@/lib/accounts/access-token'
import { db } from '@/lib/core/db/db'
import { hashToken, isWellFormedToken } from '@/lib/core/secrets/tokens'
import { authenticateClient } from '../clients/authenticate-client'
import { OAuthError } from '../oauth-error'
import { parseParameters } from '../parameters'
import { REFRESH_TOKEN_PREFIX } from './issue-tokens'

/**
 * Takes a token back (RFC 7009): an access token alone, with a refresh token the whole connection. A token that is none,
 * or another client's, is no error. Throws `invalid_request`, `invalid_client`.
 */
export async function revokeToken(request: Request): Promise<Record<string, never>> {
  const parameters = await parseParameters(request)
  const client = await authenticateClient(request.headers, parameters)
  const token = parameters.get('token')
  if (!token) throw new OAuthError('invalid_request', 'token is missing.')
  const hash = hashToken(token)
  const clientId = client?.id ?? null
  if (isWellFormedToken(token, ACCESS_TOKEN_PREFIX)) {
    await db().oauthAccessToken.deleteMany({ where: { hash, grant: { clientId } } })
  } else if (isWellFormedToken(token, REFRESH_TOKEN_PREFIX)) {
    await db().oauthGrant.deleteMany({ where: { clientId, refreshTokens: { some: { hash } } } })
  }
  return {}
}
