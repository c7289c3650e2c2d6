import { env } from '@/lib/core/env'
import { GRANT_TYPES } from './clients/client'
import { CLIENT_SCOPES } from './contract'

/** The issuer identifier (RFC 8414): clients compare it byte by byte, so it is made of the settings, never of a request. */
export function issuer(): string {
  return env().baseUrl
}

/** The resource identifiers (RFC 8707, 9728) of what a token opens: the API, and the MCP connector. */
export function resources(): { api: string; mcp: string } {
  return { api: issuer(), mcp: `${issuer()}/mcp` }
}

const SECRET_METHODS = ['client_secret_post', 'client_secret_basic']

/** The metadata of the authorization server (RFC 8414, with the members of RFC 8628, 9207 and 9728). */
export function authorizationServerMetadata(): Record<string, unknown> {
  const base = issuer()
  return {
    issuer: base,
    authorization_endpoint: `${base}/oauth/authorize`,
    token_endpoint: `${base}/oauth/token`,
    registration_endpoint: `${base}/oauth/register`,
    revocation_endpoint: `${base}/oauth/revoke`,
    introspection_endpoint: `${base}/oauth/introspect`,
    device_authorization_endpoint: `${base}/v1/device/code`,
    scopes_supported: CLIENT_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: GRANT_TYPES,
    token_endpoint_auth_methods_supported: ['none', ...SECRET_METHODS],
    revocation_endpoint_auth_methods_supported: ['none', ...SECRET_METHODS],
    introspection_endpoint_auth_methods_supported: SECRET_METHODS,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: Object.values(resources()),
  }
}

/** The metadata of one of our resources (RFC 9728). */
export function protectedResourceMetadata(name: keyof ReturnType<typeof resources>): Record<string, unknown> {
  return {
    resource: resources()[name],
    authorization_servers: [issuer()],
    scopes_supported: CLIENT_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Verbatim',
  }
}
