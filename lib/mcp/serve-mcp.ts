import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import { newId } from '@/lib/platform/ids'
import { log } from '@/lib/platform/log'
import { singleton } from '@/lib/platform/singleton'
import { callerOf, toAuthInfo } from './caller'
import { identifyCaller } from './identify-caller'
import { isAllowedOrigin } from './is-allowed-origin'
import { makeServer } from './make-server'
import { answerPreflight, everyAnswer, refuseCaller, refuseOrigin } from './refuse'

const MAX_BODY_BYTES = 64 * 1024

function handler(): McpHttpHandler {
  return singleton('mcp', () =>
    createMcpHandler(({ authInfo }) => makeServer(callerOf(authInfo)), {
      maxRequestBodySize: MAX_BODY_BYTES,
      onerror: (error) => log.info('a message to the connector was refused', { error }),
    }),
  )
}

async function respond(request: Request, requestId: string): Promise<Response> {
  if (!isAllowedOrigin(request.headers.get('origin'))) return refuseOrigin()
  if (request.method === 'OPTIONS') return answerPreflight()
  try {
    const caller = await identifyCaller(request, requestId)
    return await handler().fetch(request, { authInfo: toAuthInfo(caller) })
  } catch (error) {
    return refuseCaller(error, requestId)
  }
}

/**
 * The MCP connector, at `/mcp`: Streamable HTTP without sessions, of the revision 2026-07-28 and, from the same tools, those
 * of 2025. Order: origin (403), credential (401), the message's shape, scope (403).
 */
export async function serveMcp(request: Request): Promise<Response> {
  const requestId = newId()
  const startedAt = performance.now()
  const response = await respond(request, requestId)
  for (const [name, value] of Object.entries(everyAnswer(requestId))) response.headers.set(name, value)
  const ms = Math.round(performance.now() - startedAt)
  log.debug('mcp', { request_id: requestId, method: request.method, status: response.status, ms })
  return response
}
