import diagnostics from 'node:diagnostics_channel'
import { ClientRequest, IncomingMessage } from 'node:http'
import { z } from 'zod'
import { type OpenSpan, tracing } from './tracing'

const undiciMessage = z.object({
  request: z.object({ origin: z.union([z.string(), z.instanceof(URL)]), method: z.string() }),
  response: z.object({ statusCode: z.number() }).optional(),
  error: z.unknown().optional(),
})
const httpMessage = z.object({
  request: z.instanceof(ClientRequest),
  response: z.instanceof(IncomingMessage).optional(),
  error: z.unknown().optional(),
})

const open = new WeakMap<object, OpenSpan>()

/** Only the host of an address is traced: paths and queries carry signatures and private feeds' tokens. */
function begin(request: object, method: string, server: string): void {
  const attributes = { 'http.request.method': method, 'server.address': server }
  const span = tracing()?.startPart({ name: method, kind: 'client', attributes })
  if (span) open.set(request, span)
}

function end(request: object, error?: unknown): void {
  open.get(request)?.end(error)
  open.delete(request)
}

const addStatus = (request: object, status: number | undefined) =>
  status === undefined ? undefined : open.get(request)?.add({ 'http.response.status_code': status })

/** The message's own request is the key: zod returns a copy. */
function requestIn(message: unknown): object | null {
  const request: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, 'request') : null
  return typeof request === 'object' ? request : null
}

type OutboundMessage = [channel: string, listen: (request: object, message: unknown) => void]

/** Requests by fetch and undici. */
const UNDICI: OutboundMessage[] = [
  [
    'undici:request:create',
    (request, message) => {
      const { origin, method } = undiciMessage.parse(message).request
      begin(request, method, new URL(origin).host)
    },
  ],
  [
    'undici:request:headers',
    (request, message) => addStatus(request, undiciMessage.parse(message).response?.statusCode),
  ],
  ['undici:request:trailers', (request) => end(request)],
  ['undici:request:error', (request, message) => end(request, undiciMessage.parse(message).error)],
]

/** Requests by node:http: those of the SDKs of S3 and Stripe. */
const HTTP: OutboundMessage[] = [
  [
    'http.client.request.start',
    (_, message) => {
      const { request } = httpMessage.parse(message)
      begin(request, request.method, request.host)
      request.once('error', (error) => end(request, error))
    },
  ],
  [
    'http.client.response.finish',
    (request, message) => {
      addStatus(request, httpMessage.parse(message).response?.statusCode)
      end(request)
    },
  ],
]

/** Makes each request that goes out a part of the trace it is made in. Returns what ends that. */
export function traceOutbound(): () => void {
  const listeners = [...UNDICI, ...HTTP].map(([channel, listen]) => {
    const message = (message: unknown) => {
      const request = requestIn(message)
      if (request) listen(request, message)
    }
    diagnostics.subscribe(channel, message)
    return () => diagnostics.unsubscribe(channel, message)
  })
  return () => {
    for (const stop of listeners) stop()
  }
}
