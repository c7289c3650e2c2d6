import type http from 'node:http'
import { metrics } from '@/lib/core/metrics'
import { Problem } from '@/lib/core/problem/problem'
import { isOwnRequest } from '@/server/public-pages/fetch-rendered-page'
import { refuseRequest } from './refuse-request'
import { routeOf } from './route-table'

/** A request of this process to itself belongs to a request that has a slot already, so it needs no other. */
function needsNoSlot(request: http.IncomingMessage): boolean {
  return routeOf(request).load !== 'counted' || isOwnRequest(request)
}

function refuse(request: http.IncomingMessage, response: http.ServerResponse): void {
  metrics().requestsShed.inc()
  const problem = new Problem('service_unavailable', {
    detail: 'This server is overloaded. Nothing was charged. Try again in a moment.',
    retryAfterSeconds: routeOf(request).retryAfterSeconds,
  })
  refuseRequest(request, response, problem)
}

/**
 * Calls back once: when the answer waits for its reader, when the whole of it has been handed over, or when there is none
 * any more. What is then sent of a large answer is bounded elsewhere.
 */
function onceAnswered(response: http.ServerResponse, callback: () => void): void {
  const write = response.write
  let isAnswered = false
  const answered = () => {
    if (isAnswered) return
    isAnswered = true
    callback()
  }
  // Stays for the whole response: removing it would also remove later wrappers, such as the compression.
  response.write = (...args: unknown[]) => {
    const isTaken: boolean = Reflect.apply(write, response, args)
    if (!isTaken) answered()
    return isTaken
  }
  response.on('prefinish', answered).on('close', answered)
}

/**
 * Limits concurrent requests to `most` and answers further ones with 503 and Retry-After, so that a flood delays no
 * accepted request. A client that reads a response slowly holds no slot.
 */
export function shedLoad(listener: http.RequestListener, most: number): http.RequestListener {
  let active = 0
  const { underWay } = metrics()
  return (request, response) => {
    if (needsNoSlot(request)) return void listener(request, response)
    if (active >= most) return refuse(request, response)
    underWay.requests = ++active
    onceAnswered(response, () => {
      underWay.requests = --active
    })
    listener(request, response)
  }
}
