import { OAuthError } from './oauth-error'
import { parseResource } from './parse-resource'
import { parseScope } from './parse-scope'

/** What a client asks a user to allow. */
export type AuthorizationRequest = { codeChallenge: string; scope: string; resource: string | null }

type Sent = {
  codeChallenge: string | null
  codeChallengeMethod: string | null
  scope: string | null
  resources: readonly string[]
}

/** SHA-256 in base64url. */
const S256_CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/** What a client asks for, with PKCE by S256 and nothing less (RFC 7636). Throws `invalid_request`, `invalid_scope`, `invalid_target`. */
export function parseAuthorizationRequest({
  codeChallenge,
  codeChallengeMethod,
  scope,
  resources,
}: Sent): AuthorizationRequest {
  if (!codeChallenge) throw new OAuthError('invalid_request', 'code_challenge is missing: PKCE is required.')
  if (codeChallengeMethod !== 'S256') throw new OAuthError('invalid_request', 'code_challenge_method should be S256.')
  if (!S256_CHALLENGE.test(codeChallenge)) {
    throw new OAuthError('invalid_request', 'code_challenge should be a SHA-256 in base64url: 43 characters.')
  }
  return { codeChallenge, scope: parseScope(scope), resource: parseResource(resources) }
}
