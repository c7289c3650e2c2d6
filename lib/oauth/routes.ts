import { type Route, route } from '@/lib/platform/route'
import { authorizeGrant } from './authorize-grant'
import * as connections from './connections-contract'
import * as contract from './contract'
import { disconnect } from './disconnect'
import { type ExtensionGrants, handleTokenRequest } from './handle-token-request'
import { introspectToken } from './introspect-token'
import { listConnections } from './list-connections'
import { authorizationServerMetadata, protectedResourceMetadata } from './metadata'
import { registerClient } from './register-client'
import { respondOAuth, respondOAuthWithDetail, respondToClient } from './respond-oauth'
import { revokeToken } from './revoke-token'

/** The routes of OAuth. `extensionGrants` are what the token endpoint takes besides codes and refresh tokens. */
export const oauthRoutes = (extensionGrants: ExtensionGrants): Route[] => [
  route(contract.getAuthorizationServer, () => respondOAuth(async () => authorizationServerMetadata())),
  route(contract.getProtectedResource, () => respondOAuth(async () => protectedResourceMetadata('api'))),
  route(contract.getProtectedConnector, () => respondOAuth(async () => protectedResourceMetadata('mcp'))),
  route(contract.registerClient, ({ body, address }) => respondOAuth(() => registerClient(body, address), 201)),
  route(contract.authorizeGrant, ({ actor, body }) => respondOAuthWithDetail(() => authorizeGrant(actor, body))),
  route(contract.issueToken, ({ request, address }) =>
    respondToClient(address, () => handleTokenRequest(request, extensionGrants)),
  ),
  route(contract.revokeToken, ({ request, address }) => respondToClient(address, () => revokeToken(request))),
  route(contract.introspectToken, ({ request, address }) => respondToClient(address, () => introspectToken(request))),
  route(connections.listConnections, async ({ actor }) => ({
    status: 200,
    body: { connections: await listConnections(actor) },
  })),
  route(connections.disconnect, async ({ actor, params }) => {
    await disconnect(actor, params.connection_id)
    return { status: 200, body: { disconnected: true } }
  }),
]
