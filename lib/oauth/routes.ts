import { type Route, route } from '@/lib/core/operations/route'
import { authorizeGrant } from './authorization/authorize-grant'
import * as clients from './clients/contract'
import { registerClient } from './clients/register-client'
import * as connections from './connections/contract'
import { disconnect, listConnections } from './connections/list-connections'
import * as contract from './contract'
import * as device from './device/contract'
import { decideDevice } from './device/decide-device'
import { pollDeviceToken } from './device/poll-device'
import { requestDeviceCode } from './device/request-device-code'
import { authorizationServerMetadata, protectedResourceMetadata } from './metadata'
import { respondOAuth, respondOAuthWithDetail, respondToClient } from './oauth-error'
import * as tokens from './tokens/contract'
import { introspectToken } from './tokens/introspect-token'
import { revokeToken } from './tokens/revoke-token'
import { handleTokenRequest } from './tokens/token-request'

export const oauthRoutes: Route[] = [
  route(contract.getAuthorizationServer, () => respondOAuth(async () => authorizationServerMetadata())),
  route(contract.getProtectedResource, () => respondOAuth(async () => protectedResourceMetadata('api'))),
  route(contract.getProtectedConnector, () => respondOAuth(async () => protectedResourceMetadata('mcp'))),
  route(clients.registerClient, ({ body, address }) => respondOAuth(() => registerClient(body, address), 201)),
  route(contract.authorizeGrant, ({ actor, body }) => respondOAuthWithDetail(() => authorizeGrant(actor, body))),
  route(tokens.issueToken, ({ request, address }) => respondToClient(address, () => handleTokenRequest(request))),
  route(tokens.revokeToken, ({ request, address }) => respondToClient(address, () => revokeToken(request))),
  route(tokens.introspectToken, ({ request, address }) => respondToClient(address, () => introspectToken(request))),
  route(connections.listConnections, async ({ actor }) => ({
    status: 200,
    body: { connections: await listConnections(actor) },
  })),
  route(connections.disconnect, async ({ actor, params }) => {
    await disconnect(actor, params.connection_id)
    return { status: 200, body: { disconnected: true } }
  }),
  route(device.requestDeviceCode, (call) => respondOAuth(() => requestDeviceCode(call))),
  route(device.pollDeviceToken, ({ body }) => respondOAuthWithDetail(() => pollDeviceToken(body.device_code))),
  route(device.approveDevice, async ({ actor, body }) => ({
    status: 200,
    body: { approved: await decideDevice(actor, { userCode: body.user_code, approve: body.decision === 'approve' }) },
  })),
]
