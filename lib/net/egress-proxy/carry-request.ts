import { request as askOutside, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import type { Grant } from './egress-grant'
import { judgeAbsoluteForm, type Target } from './judge-target'
import { meter } from './meter'
import { type Connect, openProxySocket, openSocket, proxyAuthorization, TimedOut } from './open-socket'
import { failureReason, type Refused, refuse } from './refuse'

const IDLE_TIMEOUT_MS = 60_000

/** Headers that are between two neighbours only (RFC 9110 §7.6.1). */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

function endToEnd({ headers }: IncomingMessage): OutgoingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  const dropped = new Set([...HOP_BY_HOP, ...named])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)))
}

export function refuseRequest(
  response: ServerResponse,
  { status, reason }: Omit<Refused, 'reason'> & { reason: string },
): void {
  const challenge = status === 407 ? { 'proxy-authenticate': 'Basic realm="egress"' } : {}
  response.writeHead(status, { connection: 'close', 'content-length': reason.length, ...challenge }).end(reason)
}

function pass(
  incoming: IncomingMessage,
  socket: Socket,
  { host: name, port }: Target,
  path: string,
  proxyUrl?: string,
) {
  const host = port === 80 ? name : `${name}:${port}`
  return askOutside({
    method: incoming.method ?? 'GET',
    path: proxyUrl === undefined ? path : `http://${host}${path}`,
    // The host that was judged, whatever the child's own header says.
    headers: {
      ...endToEnd(incoming),
      host,
      connection: 'close',
      ...(proxyUrl === undefined ? {} : proxyAuthorization(proxyUrl)),
    },
    createConnection: () => socket,
    maxHeaderSize: 64 * 1024,
  })
}

/** Carries out a child's plain http request in absolute form (RFC 9112 §3.2.2): refuses it, or passes it on. */
export async function carryRequest(
  incoming: IncomingMessage,
  response: ServerResponse,
  grant: Grant,
  connect: Connect,
): Promise<void> {
  const judged = judgeAbsoluteForm(incoming.url ?? '', grant.allows)
  if ('refusal' in judged) return refuseRequest(response, refuse(grant, judged.refusal))
  const { target, path } = judged
  const fail = (error: unknown) => {
    if (response.headersSent) return void response.destroy()
    refuseRequest(response, refuse(grant, { host: target.host, reason: failureReason(error) }))
  }
  try {
    const { proxyUrl, outside } = connect
    const socket = proxyUrl === undefined ? await openSocket(target, outside) : await openProxySocket(proxyUrl)
    if (response.destroyed) return void socket.destroy()
    const outgoing = pass(incoming, socket, target, path, proxyUrl)
    response.once('close', () => outgoing.destroy())
    outgoing.setTimeout(IDLE_TIMEOUT_MS, () => outgoing.destroy(new TimedOut('no answer in time')))
    outgoing.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, endToEnd(answer))
      pipeline(answer, meter(grant, target.host), response, (error) => error && response.destroy())
    })
    outgoing.on('error', fail)
    // An error here fails the request too.
    pipeline(incoming, meter(grant, target.host), outgoing, () => undefined)
  } catch (error) {
    fail(error)
  }
}
