import type http from 'node:http'
import { newId } from '@/lib/platform/ids'
import { metrics } from '@/lib/platform/metrics'
import { Problem } from '@/lib/platform/problem'
import { toProblemBody } from '@/lib/platform/problem-body'
import { isOwnRequest } from './public-pages/own-request'

/** They last as long as an upload, or as somebody waits for a job, and cost next to nothing meanwhile. */
const LONG_LASTING = /^\/(?:v1\/(?:jobs\/[^/?]{1,100}\/events|uploads\/(?!sign))|mcp)/
/** Whoever watches the service must hear of it when it is busiest. */
const ALWAYS_ANSWERED = /^\/(?:health|metrics)(?:\?|$)/

const COME_AGAIN_SECONDS = 2

/** Who asks this process through itself has a place already, so it needs no other. */
function needsNoPlace(request: http.IncomingMessage): boolean {
  const url = request.url ?? '/'
  return ALWAYS_ANSWERED.test(url) || LONG_LASTING.test(url) || isOwnRequest(request)
}

function refuse(response: http.ServerResponse): void {
  metrics().requestsShed.inc()
  const requestId = newId()
  const problem = new Problem('service_unavailable', {
    detail: 'More is asked of this server right now than it can answer. Nothing was charged; try again in a moment.',
    retryAfterSeconds: COME_AGAIN_SECONDS,
  })
  response.writeHead(problem.status, {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Retry-After, X-Request-Id',
    'retry-after': String(COME_AGAIN_SECONDS),
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  })
  response.end(JSON.stringify(toProblemBody(problem, requestId)))
}

/** Calls back once: when the whole answer has been handed over, however slowly it is then read, or there is none any more. */
function onceAnswered(response: http.ServerResponse, callback: () => void): void {
  const answered = () => {
    response.off('prefinish', answered).off('close', answered)
    callback()
  }
  response.on('prefinish', answered).on('close', answered)
}

/**
 * Lets `most` requests be under way at a time and tells those beyond to come again (503 with Retry-After), so that a
 * flood makes nobody wait longer than the ones who are in. Who reads an answer slowly takes nobody's place.
 */
export function shedLoad(listener: http.RequestListener, most: number): http.RequestListener {
  let underWay = 0
  return (request, response) => {
    if (needsNoPlace(request)) return void listener(request, response)
    if (underWay >= most) return refuse(response)
    metrics().requestsUnderWay.set(++underWay)
    onceAnswered(response, () => metrics().requestsUnderWay.set(--underWay))
    listener(request, response)
  }
}
