import { createHash } from 'node:crypto'
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import { countKeyUse } from '@/lib/accounts/api-keys/key-use'
import { identify } from '@/lib/accounts/identify'
import { singleton } from '@/lib/core/concurrency/singleton'
import { userOwner, withSlotOwner } from '@/lib/core/concurrency/slot-owner'
import { env } from '@/lib/core/env'
import { clientAddress } from '@/lib/core/http/client-address'
import { LOOPBACK_HOSTS } from '@/lib/core/http/loopback-hosts'
import { parseUrl } from '@/lib/core/http/parse-url'
import { currentPeer } from '@/lib/core/http/peer'
import { log } from '@/lib/core/log'
import { admitUser } from '@/lib/http/admit-caller'
import type { Endpoint, RequestContext } from '@/lib/http/request-context'
import { respondToPreflight } from '@/lib/http/respond-to-preflight'
import { serveRequest } from '@/lib/http/serve-request'
import { withDefaultHeaders } from '@/lib/http/to-response'
import { type Caller, callerOf, connectorUrl, resourceMetadataUrl, toAuthInfo } from './caller'
import { makeServer } from './make-server'

const MAX_BODY_BYTES = 64 * 1024

const METHODS = ['POST']

/** A client that connects is asked to request the scopes for reading and creating transcripts. */
const SCOPE = 'transcripts:read transcripts:write'

const CONNECTOR: Endpoint = {
  id: 'mcp',
  route: '/mcp',
  resource: { metadataUrl: resourceMetadataUrl, scope: SCOPE },
  operation: null,
}

/** A message counts towards the rate limit as a call of the API does. */
const LIMITED = {}

function handler(): McpHttpHandler {
  return singleton('mcp', () =>
    createMcpHandler(({ authInfo }) => makeServer(callerOf(authInfo)), {
      maxRequestBodySize: MAX_BODY_BYTES,
      onerror: (error) => log.info('a message to the connector was refused', { error }),
    }),
  )
}

function refuseOrigin(): Response {
  const message =
    'Pages of this origin may not use this connector. Connect to it from a program, or from its own address.'
  return Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status: 403 })
}

/** Distinguishes the credentials of one account by a hash, which is no secret. */
function clientOf(request: Request, actor: Caller['actor']): string {
  const credential = request.headers.get('authorization') ?? (('sessionId' in actor && actor.sessionId) || '')
  return createHash('sha256').update(credential).digest('base64url')
}

async function respond(request: Request, context: RequestContext): Promise<Response> {
  if (!isAllowedOrigin(request.headers.get('origin'))) return refuseOrigin()
  if (request.method === 'OPTIONS') return respondToPreflight(METHODS)
  const arrival = { request, address: clientAddress(request.headers, currentPeer()) }
  const actor = await admitUser(arrival, LIMITED, context, () => identify(request, connectorUrl()))
  if (actor.kind === 'api_key' && actor.keyId) countKeyUse({ keyId: actor.keyId, userId: actor.userId }, 'accepted')
  const structured = new URL(request.url).searchParams.get('structured') === 'true'
  const authInfo = toAuthInfo({ actor, requestId: context.requestId, client: clientOf(request, actor), structured })
  return withSlotOwner(userOwner(actor.userId), () => handler().fetch(request, { authInfo }))
}

/**
 * Serves the MCP connector at `/mcp`: Streamable HTTP without sessions, revision 2026-07-28 and, from the same tools,
 * those of 2025. Checks the origin (403), the credential (401), the rate limit (429), the shape of the message, and the
 * scope (403), in this order.
 */
export function serveMcp(request: Request): Response | Promise<Response> {
  return serveRequest(CONNECTOR, request, async (context) =>
    withDefaultHeaders(await respond(request, context), context),
  )
}

/**
 * Whether a page of this origin may speak to the connector: ours, or in local mode any on this machine, such as an
 * inspector. What is no browser sends no `Origin`. Anything else is another site's page, which a name that is made to
 * resolve to this machine would let in (MCP, "Security Warning" of Streamable HTTP).
 */
function isAllowedOrigin(origin: string | null): boolean {
  if (origin === null) return true
  const url = parseUrl(origin)
  if (!url) return false
  if (url.origin === new URL(env().baseUrl).origin) return true
  return env().localMode && /^https?:$/.test(url.protocol) && LOOPBACK_HOSTS.has(url.hostname)
}
