import { db } from '@/lib/core/db/db'
import { hashToken, newToken } from '@/lib/core/secrets/tokens'
import { limitByAddress } from '@/lib/limits/limit-by-address'
import { CLIENT_SCOPES } from '../contract'
import { OAuthError } from '../oauth-error'
import { knownScopes, scopeNames } from '../parameters'
import { CLIENT_PREFIX, SECRET_PREFIX } from '../tokens/issue-tokens'
import { purgeExpiredGrants } from '../tokens/token-table'
import { cleanName } from './clean-name'
import { DEFAULT_GRANT_TYPES, GRANT_TYPES } from './client'
import type { RegisteredClient, RegisterRequest } from './contract'
import { isAllowedRedirect } from './redirects'

const REGISTRATIONS = { name: 'registrations', quota: 20, windowSeconds: 3_600 }

const SECRET_METHODS = ['client_secret_post', 'client_secret_basic']

function grantTypesOf(wanted: readonly string[] | null): string[] {
  const known = GRANT_TYPES.filter((type) => (wanted ?? DEFAULT_GRANT_TYPES).includes(type))
  if (known.length > 0) return known
  throw new OAuthError('invalid_client_metadata', `grant_types should have one of ${GRANT_TYPES.join(', ')}.`)
}

function checkRedirects(uris: readonly string[], grantTypes: readonly string[]): void {
  const refused = uris.find((uri) => !isAllowedRedirect(uri))
  if (refused !== undefined) {
    throw new OAuthError(
      'invalid_redirect_uri',
      `${JSON.stringify(refused.slice(0, 200))} is not allowed: use https, http on localhost, or an app's own scheme as a reversed domain, such as com.example.app:/callback.`,
    )
  }
  if (uris.length === 0 && grantTypes.includes('authorization_code')) {
    throw new OAuthError('invalid_redirect_uri', 'The authorization_code grant needs a redirect URI.')
  }
}

/**
 * Registers a client (RFC 7591). What it names and is not known here is left out of the answer; a method of
 * authentication that is not known becomes `none`. A confidential client gets its secret this once. One network address
 * registers twenty an hour. Throws `invalid_redirect_uri`, `invalid_client_metadata` and `rate_limited`.
 */
export async function registerClient(request: RegisterRequest, address: string | null): Promise<RegisteredClient> {
  await limitByAddress(REGISTRATIONS, address)
  const grantTypes = grantTypesOf(request.grant_types)
  checkRedirects(request.redirect_uris, grantTypes)
  if (request.response_types && request.response_types.length > 0 && !request.response_types.includes('code')) {
    throw new OAuthError('invalid_client_metadata', 'response_types should have code.')
  }
  const method = SECRET_METHODS.find((name) => name === request.token_endpoint_auth_method) ?? 'none'
  const secret = method === 'none' ? null : newToken(SECRET_PREFIX)
  const name = cleanName(request.client_name)
  const scopes = knownScopes(scopeNames(request.scope ?? ''))
  await purgeExpiredGrants()
  const client = await db().oauthClient.create({
    data: {
      id: newToken(CLIENT_PREFIX),
      secretHash: secret === null ? null : hashToken(secret),
      name,
      redirectUris: request.redirect_uris,
      grantTypes,
    },
  })
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(client.createdAt.getTime() / 1000),
    ...(secret ? { client_secret: secret, client_secret_expires_at: 0 as const } : {}),
    ...(name ? { client_name: name } : {}),
    redirect_uris: client.redirectUris,
    grant_types: grantTypes,
    response_types: ['code'],
    token_endpoint_auth_method: method,
    scope: (scopes.length > 0 ? scopes : CLIENT_SCOPES).join(' '),
  }
}
