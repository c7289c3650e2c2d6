import type { Client } from '../clients/client'
import { findClient } from '../clients/find-client'
import { isRegisteredRedirect } from '../clients/redirects'
import { issuer } from '../metadata'
import { OAuthError } from '../oauth-error'
import { parseResource, parseScope } from '../parameters'

/** The access that a client requests of a user. */
export type AuthorizationRequest = { codeChallenge: string; scope: string; resource: string | null }

type Sent = {
  codeChallenge: string | null
  codeChallengeMethod: string | null
  scope: string | null
  resources: readonly string[]
}

/** SHA-256 in base64url. */
const S256_CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/** Parses the request of a client, with PKCE by S256 and nothing less (RFC 7636). Throws `invalid_request`, `invalid_scope`, `invalid_target`. */
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

/** The client of a request and the address of its answer. Only checked targets are redirected to. */
export type Target = { client: Client; redirectUri: string }

/**
 * The client that asks, and the address it may be answered at: one that it gave beforehand. Without an address, the only
 * one it gave. Throws `invalid_client`, `invalid_request`, `unauthorized_client`: errors for the person, never for a redirect.
 */
export async function findTarget(clientId: string | null, redirectUri: string | null): Promise<Target> {
  if (!clientId) throw new OAuthError('invalid_request', "The app's request has no client_id.")
  const client = await findClient(clientId)
  if (!client)
    throw new OAuthError('invalid_client', "This server doesn't know the app. Start the connection again from the app.")
  if (!client.grantTypes.includes('authorization_code')) {
    throw new OAuthError('unauthorized_client', "This app isn't registered for connecting through a browser.")
  }
  const [only, ...others] = client.redirectUris
  const target = redirectUri ?? (others.length === 0 ? only : undefined)
  if (target !== undefined && isRegisteredRedirect(client.redirectUris, target)) return { client, redirectUri: target }
  throw new OAuthError(
    'invalid_request',
    "The app's redirect_uri isn't registered. Start the connection again from the app.",
  )
}

/**
 * The address that takes an answer back to a client: its redirect URI, untouched, with the answer in the query and our
 * name in `iss`, so that no other server's answer can be taken for it (RFC 9207).
 */
export function buildRedirect(redirectUri: string, answer: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...answer, iss: issuer() })) if (value !== null) query.set(name, value)
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`
}
