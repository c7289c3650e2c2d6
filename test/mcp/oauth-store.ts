import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'

/** What an assistant keeps while it is connected: its registration, its tokens, and where it sends its user. */
export type OAuthStore = OAuthClientProvider & {
  /** Every address that the user was sent to so far. */
  asked: URL[]
  kept: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier?: string; server?: OAuthDiscoveryState }
}

/** An assistant that was never connected, whose callback is this address. */
export function newOAuthStore(redirectUrl: string): OAuthStore {
  const asked: URL[] = []
  const kept: OAuthStore['kept'] = {}
  return {
    asked,
    kept,
    redirectUrl,
    clientMetadata: {
      client_name: 'An assistant',
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    state: () => 'state of the assistant',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (address) => {
      asked.push(address)
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
    saveDiscoveryState: (server) => {
      kept.server = server
    },
    discoveryState: () => kept.server,
  }
}
