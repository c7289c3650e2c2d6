import http from 'node:http'
import type { Socket } from 'node:net'
import { BODY_RULES, type BodyRule } from '@/lib/core/http/body-rules'
import { clientAddress } from '@/lib/core/http/client-address'
import { Problem } from '@/lib/core/problem/problem'
import { countPerAddress } from './count-per-address'
import { dropSlowReaders } from './drop-slow-readers'
import { dropSlowSender } from './drop-slow-senders'
import { bodyReceiver } from './receive-body'
import { endUnreadBody, refuseRequest } from './refuse-request'
import { type FrontRoute, type HandlerName, METHODS, methodsOf, pathOf, routeOf } from './route-table'
import { shedLoad } from './shed-load'

export type FrontOptions = {
  /** How many requests are served at a time. */
  slots: number
  /** How many requests of one address may wait for the rest of their body. */
  bodiesPerAddress: number
  /** How many requests of one address may be open at a time; 0: any number. */
  requestsPerAddress: number
}

/** Node itself refuses headers that are over 16 KiB together. */
const MAX_HEADERS = 100
const LONGEST_VALUE = 8 * 1024
const LONGEST_ADDRESS = 8 * 1024

/**
 * Headers that only describe the caller. They are cut, not refused: no user is refused because of a browser that sends
 * too much. Next looks for robots in `User-Agent` with a pattern whose cost grows with the square of its length.
 */
const CUT: Readonly<Record<string, number>> = { 'user-agent': 512, referer: 2048, 'accept-language': 512 }

function refusal(name: string, value: string): Problem | null {
  if (value.length <= LONGEST_VALUE) return null
  return new Problem('headers_too_large', {
    detail: `The header ${name} is over ${LONGEST_VALUE / 1024} KiB. Send a shorter one.`,
    context: { header: name, max_bytes: LONGEST_VALUE },
  })
}

/** Shortens a header wherever Node keeps it: both forms are read. */
function cut(request: http.IncomingMessage, at: number, name: string, length: number): void {
  const value = (request.rawHeaders[at + 1] ?? '').slice(0, length)
  request.rawHeaders[at + 1] = value
  request.headers[name] = value
  request.headersDistinct[name] = [value]
}

/**
 * Bounds the address and the headers of a request before anything reads them. Returns the problem of what is too long
 * or too much; what only describes the caller is cut to its length.
 */
function limitHeaders(request: http.IncomingMessage): Problem | null {
  const { rawHeaders, url = '/' } = request
  if (url.length > LONGEST_ADDRESS) {
    return new Problem('address_too_long', { context: { max_bytes: LONGEST_ADDRESS } })
  }
  if (rawHeaders.length > 2 * MAX_HEADERS) {
    const detail = `This request has more than ${MAX_HEADERS} headers. Send fewer.`
    return new Problem('headers_too_large', { detail, context: { max_headers: MAX_HEADERS } })
  }
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const value = rawHeaders[at + 1] ?? ''
    if (value.length <= 512) continue
    const name = (rawHeaders[at] ?? '').toLowerCase()
    const length = CUT[name]
    if (length !== undefined) cut(request, at, name, length)
    else {
      const problem = refusal(name, value)
      if (problem) return problem
    }
  }
  return null
}

/** The network address of the sender of a request, to count by. */
function addressOf({ headers, socket }: http.IncomingMessage): string {
  const forwarded = headers['x-forwarded-for']
  const get = (name: string) => (name === 'x-forwarded-for' && forwarded !== undefined ? String(forwarded) : null)
  return clientAddress({ get }, socket.remoteAddress ?? null) ?? 'unknown'
}

function announcesBody({ headers }: http.IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** The API and the connector name the methods of each of their addresses themselves. */
function takesMethod(route: FrontRoute, method: string): boolean {
  if (!METHODS.some((one) => one === method)) return false
  return route.handler === 'connector' || route.methods.includes(method)
}

function takesNoBody(): Problem {
  return new Problem('body_too_large', {
    detail: 'This URL accepts no request body. Send the request without one.',
    context: { max_bytes: 0 },
  })
}

/** A call that works for minutes says nothing meanwhile: whether its other end is still there, the system finds out. */
function endureSilence(socket: Socket): void {
  socket.setTimeout(0)
  socket.setKeepAlive(true, 30_000)
}

/** A request whose body was already received, replayed for its handler. */
function replayRequest(request: http.IncomingMessage, body: Buffer): http.IncomingMessage {
  const replay = new http.IncomingMessage(request.socket)
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor, rawHeaders, headers, headersDistinct } = request
  Object.assign(replay, { httpVersion, httpVersionMajor, httpVersionMinor, method, url })
  replay.rawHeaders = rawHeaders
  replay.headers = headers
  replay.headersDistinct = headersDistinct
  replay.complete = true
  if (body.byteLength > 0) replay.push(body)
  replay.push(null)
  return replay
}

/**
 * The checks of every request before its handler: the limits on its headers, its route, how many its address has
 * open, and its body, which has to be received before the request takes a slot.
 */
export function makeFront(
  handlers: Readonly<Record<HandlerName, http.RequestListener>>,
  { slots, bodiesPerAddress, requestsPerAddress }: FrontOptions,
): http.RequestListener {
  const bodies = bodyReceiver(bodiesPerAddress)
  const requests = countPerAddress(requestsPerAddress)
  const answer = shedLoad(
    dropSlowReaders((request, response) => handlers[routeOf(request).handler](request, response)),
    slots,
  )

  async function receiveBody(request: http.IncomingMessage, response: http.ServerResponse, rule: BodyRule) {
    const received = await bodies.receive(request, rule, addressOf(request))
    if (received instanceof Problem) refuseRequest(request, response, received)
    else if (received !== null) answer(replayRequest(request, received), response)
  }

  function takeBody(request: http.IncomingMessage, response: http.ServerResponse, { intake }: FrontRoute): void {
    if (intake === 'none') return void refuseRequest(request, response, takesNoBody())
    if (request.headers.expect !== undefined && intake !== 'unread') response.writeContinue()
    if (intake !== 'file' && intake !== 'unread') return void receiveBody(request, response, BODY_RULES[intake])
    if (intake === 'file') dropSlowSender(request, response)
    endUnreadBody(request, response)
    answer(request, response)
  }

  return (request, response) => {
    const tooLong = limitHeaders(request)
    if (tooLong) return void refuseRequest(request, response, tooLong)
    const route = routeOf(request)
    if (!takesMethod(route, request.method ?? 'GET')) {
      const headers = { allow: methodsOf(route, pathOf(request.url ?? '/') ?? '/').join(', ') }
      return void refuseRequest(request, response, new Problem('method_not_allowed'), headers)
    }
    if (requestsPerAddress > 0) {
      const leave = requests.enter(addressOf(request))
      if (!leave) return void refuseRequest(request, response, tooManyRequests())
      response.once('close', leave)
    }
    if (route.isSilent) endureSilence(request.socket)
    if (announcesBody(request)) takeBody(request, response, route)
    else answer(request, response)
  }
}

function tooManyRequests(): Problem {
  return new Problem('rate_limited', {
    detail: 'Your network address has too many open requests. Wait until some of them finish.',
    retryAfterSeconds: 2,
  })
}
