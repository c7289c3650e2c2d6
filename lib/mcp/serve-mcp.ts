import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import { countUsersCall } from '@/lib/limits/count-call'
import { countWrongCredential } from '@/lib/limits/count-wrong-credential'
import { clientAddress } from '@/lib/platform/client-address'
import { defaultHeaders } from '@/lib/platform/default-headers'
import { newId } from '@/lib/platform/ids'
import { log } from '@/lib/platform/log'
import { currentPeer } from '@/lib/platform/peer'
import { respondToPreflight } from '@/lib/platform/respond-to-preflight'
import { singleton } from '@/lib/platform/singleton'
import { withSlotOwner } from '@/lib/platform/slot-owner'
import { inSpan } from '@/lib/platform/tracing/in-span'
import { type Caller, callerOf, toAuthInfo } from './caller'
import { identifyCaller } from './identify-caller'
import { isAllowedOrigin } from './is-allowed-origin'
import { makeServer } from './make-server'
import { refuseCaller, refuseOrigin } from './refuse'

const MAX_BODY_BYTES = 64 * 1024

const METHODS = ['POST']

/** A message counts as a call of the API does. */
const COUNTED = {}

function handler(): McpHttpHandler {
  return singleton('mcp', () =>
    createMcpHandler(({ authInfo }) => makeServer(callerOf(authInfo)), {
      maxRequestBodySize: MAX_BODY_BYTES,
      onerror: (error) => log.info('a message to the connector was refused', { error }),
    }),
  )
}

/** Who sends a message. A wrong key is counted by the address that it comes from. */
async function identifyOrCount(request: Request, requestId: string): Promise<Caller> {
  try {
    return await identifyCaller(request, requestId)
  } catch (error) {
    await countWrongCredential(error, request.headers, clientAddress(request.headers, currentPeer()))
    throw error
  }
}

/** `headers` are those that the answer bears whatever becomes of it. */
async function respond(request: Request, requestId: string, headers: Record<string, string>): Promise<Response> {
  if (!isAllowedOrigin(request.headers.get('origin'))) return refuseOrigin()
  if (request.method === 'OPTIONS') return respondToPreflight(METHODS)
  try {
    const caller = await identifyOrCount(request, requestId)
    if (caller.actor.kind !== 'local') await countUsersCall(COUNTED, caller.actor.userId, headers)
    const answer = () => handler().fetch(request, { authInfo: toAuthInfo(caller) })
    return await withSlotOwner(`user ${caller.actor.userId}`, answer)
  } catch (error) {
    return refuseCaller(error, requestId)
  }
}

/**
 * The MCP connector, at `/mcp`: Streamable HTTP without sessions, of the revision 2026-07-28 and, from the same tools, those
 * of 2025. Order: origin (403), credential (401), its turn (429), the message's shape,
 * scope (403).
 */
export async function serveMcp(request: Request): Promise<Response> {
  const requestId = newId()
  const startedAt = performance.now()
  const headers: Record<string, string> = { 'x-request-id': requestId, ...defaultHeaders() }
  const attributes = { 'http.route': '/mcp', 'verbatim.request_id': requestId }
  const response = await inSpan({ name: `${request.method} /mcp`, kind: 'server', attributes }, () =>
    respond(request, requestId, headers),
  )
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  const ms = Math.round(performance.now() - startedAt)
  log.debug('mcp', { request_id: requestId, method: request.method, status: response.status, ms })
  return response
}
