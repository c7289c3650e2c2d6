import type http from 'node:http'
import type { Socket } from 'node:net'
import { clientAddress } from '@/lib/core/http/client-address'
import { countPerAddress } from './count-per-address'

const REFUSAL = [
  'HTTP/1.1 429 Too Many Requests',
  'Content-Type: text/plain; charset=utf-8',
  'Retry-After: 2',
  'Connection: close',
  '',
  'Your network address has too many connections open. Close some, then try again.\n',
].join('\r\n')

/** Nothing is forwarded yet when a connection is made. */
const NO_HEADERS = { get: () => null }

/** Closes connections beyond `most` per address with a 429; 0 means no limit. */
export function limitConnections(server: http.Server, most: number): void {
  const connections = countPerAddress(most)
  server.on('connection', (socket: Socket) => {
    const leave = connections.enter(clientAddress(NO_HEADERS, socket.remoteAddress ?? null) ?? 'unknown')
    if (leave) return void socket.once('close', leave)
    socket.end(REFUSAL, () => socket.destroy())
  })
}
