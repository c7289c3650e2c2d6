import { authenticateClient, requireClient } from '../clients/authenticate-client'
import { DEVICE_GRANT, type GrantRequest } from '../clients/client'
import { deviceGrant } from '../device/poll-device'
import { OAuthError } from '../oauth-error'
import { parseParameters } from '../parameters'
import type { Token } from './contract'
import { exchangeCode } from './exchange-code'
import { refreshToken } from './refresh-token'

/** Returns the tokens for one type of grant, or throws an `OAuthError`. */
type Grant = (request: GrantRequest) => Promise<Token>

const GRANTS = new Map<string, Grant>([
  ['authorization_code', exchangeCode],
  ['refresh_token', refreshToken],
  [DEVICE_GRANT, deviceGrant],
])

/**
 * Answers a request to the token endpoint (RFC 6749 §3.2). Throws `invalid_request`, `unsupported_grant_type`,
 * `invalid_client`, `unauthorized_client`, and what the grant throws.
 */
export async function handleTokenRequest(request: Request): Promise<Token> {
  const parameters = await parseParameters(request)
  const type = parameters.get('grant_type')
  if (!type) throw new OAuthError('invalid_request', 'grant_type is missing.')
  const grant = GRANTS.get(type)
  if (!grant) throw new OAuthError('unsupported_grant_type', `grant_type should be ${[...GRANTS.keys()].join(', ')}.`)
  // The command line has no client id: it uses every grant but the code's.
  const authenticate = type === 'authorization_code' ? requireClient : authenticateClient
  const client = await authenticate(request.headers, parameters)
  if (client && !client.grantTypes.includes(type)) {
    throw new OAuthError('unauthorized_client', 'This client did not register for that grant_type.')
  }
  return grant({ client, parameters })
}
