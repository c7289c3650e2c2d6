import { authenticateClient, requireClient } from './authenticate-client'
import type { Token } from './contract'
import { exchangeCode } from './exchange-code'
import type { Grant } from './grant-request'
import { OAuthError } from './oauth-error'
import { parseParameters } from './parse-parameters'
import { refreshToken } from './refresh-token'

/** Grants of their own, by the URI that is their `grant_type` (RFC 6749 §4.5). */
export type ExtensionGrants = Readonly<Record<string, Grant>>

const GRANTS: ExtensionGrants = { authorization_code: exchangeCode, refresh_token: refreshToken }

/**
 * The token endpoint (RFC 6749 §3.2). Throws `invalid_request`, `unsupported_grant_type`, `invalid_client`,
 * `unauthorized_client`, and what the grant throws.
 */
export async function handleTokenRequest(request: Request, extensionGrants: ExtensionGrants): Promise<Token> {
  const parameters = await parseParameters(request)
  const type = parameters.get('grant_type')
  if (!type) throw new OAuthError('invalid_request', 'grant_type is missing.')
  const grants = new Map(Object.entries({ ...GRANTS, ...extensionGrants }))
  const grant = grants.get(type)
  if (!grant) throw new OAuthError('unsupported_grant_type', `grant_type should be ${[...grants.keys()].join(', ')}.`)
  // Only a code is never given but to a client: the command line has no id, and refreshes its tokens too.
  const authenticate = type === 'authorization_code' ? requireClient : authenticateClient
  const client = await authenticate(request.headers, parameters)
  if (client && !client.grantTypes.includes(type)) {
    throw new OAuthError('unauthorized_client', 'This client did not register for that grant_type.')
  }
  return grant({ client, parameters })
}
