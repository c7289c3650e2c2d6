import type http from 'node:http'
import { DEFAULT_HEADERS } from '@/lib/core/http/default-headers'
import { newId } from '@/lib/core/ids'
import type { Problem } from '@/lib/core/problem/problem'
import { toProblemBody } from '@/lib/core/problem/problem-body'
import { openAiStatus, retryHeader, toOpenAiError } from '@/lib/core/problem/to-openai-error'
import { type FrontRoute, routeOf } from './route-table'
import { SITE_HEADERS } from './site-headers'

/** How long a client that still sends has to read the response before the connection is closed. */
const LINGER_MS = 1_000

/**
 * Closes the connection of a client that still sends a body a moment after the response: the body is useless and would
 * hold the connection. Closing immediately could discard the response before the client reads it.
 */
export function endUnreadBody(request: http.IncomingMessage, response: http.ServerResponse): void {
  response.once('finish', () => {
    if (request.complete) return
    request.resume()
    const timer = setTimeout(() => {
      if (!request.complete) request.socket.destroy()
    }, LINGER_MS)
    request.once('close', () => clearTimeout(timer))
  })
}

type Refusal = { status: number; headers: http.OutgoingHttpHeaders; body: string }

/** Pages are opened by people, who get the sentence as text. */
function asText(problem: Problem): Refusal {
  return {
    status: problem.status,
    headers: { ...SITE_HEADERS, 'content-type': 'text/plain; charset=utf-8' },
    body: `${problem.message}\n`,
  }
}

function asProblemDetails(problem: Problem, requestId: string): Refusal {
  const body = JSON.stringify(toProblemBody(problem, requestId))
  return { status: problem.status, headers: { ...DEFAULT_HEADERS, 'content-type': 'application/problem+json' }, body }
}

function asOpenAiError(problem: Problem): Refusal {
  const headers = { ...DEFAULT_HEADERS, ...retryHeader(problem), 'content-type': 'application/json' }
  return { status: openAiStatus(problem.status), headers, body: JSON.stringify(toOpenAiError(problem)) }
}

function refusalOf({ handler, errors }: FrontRoute, problem: Problem, requestId: string): Refusal {
  if (handler === 'pages') return asText(problem)
  return errors === 'openai' ? asOpenAiError(problem) : asProblemDetails(problem, requestId)
}

/**
 * Responds to a request that does not reach its handler: problem details, or the problem's sentence where a page was
 * asked for. The rest of the request is not waited for.
 */
export function refuseRequest(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  problem: Problem,
  extra: http.OutgoingHttpHeaders = {},
): void {
  const requestId = newId()
  const { status, headers, body } = refusalOf(routeOf(request), problem, requestId)
  endUnreadBody(request, response)
  const { retryAfterSeconds } = problem
  response.writeHead(status, {
    ...headers,
    'cache-control': 'no-store',
    'x-request-id': requestId,
    ...(retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }),
    ...extra,
    'content-length': Buffer.byteLength(body),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
