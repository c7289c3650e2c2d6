import type { Client } from './client'
import { findClient } from './find-client'
import { isRegisteredRedirect } from './is-registered-redirect'
import { OAuthError } from './oauth-error'

/** Who asks for a connection, and where the answer goes. Only what came through here may be redirected to. */
export type Target = { client: Client; redirectUri: string }

/**
 * The client that asks, and the address it may be answered at: one that it gave beforehand. Without an address, the only
 * one it gave. Throws `invalid_client`, `invalid_request`, `unauthorized_client`: errors for the person, never for a redirect.
 */
export async function findTarget(clientId: string | null, redirectUri: string | null): Promise<Target> {
  if (!clientId) throw new OAuthError('invalid_request', 'The app did not say which one it is: client_id is missing.')
  const client = await findClient(clientId)
  if (!client)
    throw new OAuthError('invalid_client', 'This app is not known here. Have it connect again from its start.')
  if (!client.grantTypes.includes('authorization_code')) {
    throw new OAuthError('unauthorized_client', 'This app did not register for connecting through a browser.')
  }
  const [only, ...others] = client.redirectUris
  const target = redirectUri ?? (others.length === 0 ? only : undefined)
  if (target !== undefined && isRegisteredRedirect(client.redirectUris, target)) return { client, redirectUri: target }
  throw new OAuthError(
    'invalid_request',
    'The app wants its answer at an address (redirect_uri) that it did not register. Have it connect again from its start.',
  )
}
