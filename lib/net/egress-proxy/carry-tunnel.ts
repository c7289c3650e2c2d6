import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'
import type { Grant } from './egress-grant'
import { judgeAuthority } from './judge-target'
import { meter } from './meter'
import { type Connect, openSocket, openTunnel } from './open-socket'
import { failureReason, type Refused, refuse } from './refuse'

const IDLE_TIMEOUT_MS = 60_000

/** Answers a CONNECT request that is refused, and ends its connection. */
export function refuseTunnel(client: Duplex, { status, reason }: Omit<Refused, 'reason'> & { reason: string }): void {
  const challenge = status === 407 ? 'Proxy-Authenticate: Basic realm="egress"\r\n' : ''
  client.end(
    `HTTP/1.1 ${status} ${reason}\r\n${challenge}Content-Length: ${reason.length}\r\nConnection: close\r\n\r\n${reason}`,
  )
}

function join(grant: Grant, client: Duplex, target: Socket, host: string): void {
  const ended = () => undefined
  // Either direction ends the tunnel by itself when it fails; who fell silent shows in the sockets.
  pipeline(client, meter(grant, host), target, ended)
  pipeline(target, meter(grant, host), client, ended)
  target.setTimeout(IDLE_TIMEOUT_MS, () => target.destroy())
}

/** Carries out a CONNECT request (RFC 9110 §9.3.6) of a child: refuses it, or joins it with its target. */
export async function carryTunnel(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  grant: Grant,
  connect: Connect,
): Promise<void> {
  const judged = judgeAuthority(request.url ?? '', grant.allowedHosts)
  if ('refusal' in judged) return refuseTunnel(client, refuse(grant, judged.refusal))
  const { target } = judged
  try {
    const { proxyUrl, outside } = connect
    const socket = await (proxyUrl === undefined ? openSocket(target, outside) : openTunnel(target, proxyUrl))
    if (client.destroyed) return void socket.destroy()
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    if (head.length > 0) client.unshift(head)
    join(grant, client, socket, target.host)
  } catch (error) {
    refuseTunnel(client, refuse(grant, { host: target.host, reason: failureReason(error) }))
  }
}
