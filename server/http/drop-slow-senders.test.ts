import { once } from 'node:events'
import http from 'node:http'
import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { dropSlowSender } from './drop-slow-senders'

const PACE = { everyMs: 50, leastBytes: 1_000 }
const received: http.IncomingMessage[] = []
const { url, stop } = await listenOnLoopback((request, response) => {
  dropSlowSender(request, response, PACE)
  received.push(request)
  request.on('error', () => undefined)
  if (request.url === '/read') request.resume()
  request.once('end', () => response.end('stored'))
})
const port = Number(new URL(url).port)
afterAll(stop)

test('a file that trickles is given up, and its connection closed', async () => {
  const socket = connect(port, '127.0.0.1').resume()
  socket.on('error', () => undefined)
  socket.write('PUT /read HTTP/1.1\r\nhost: a\r\ncontent-length: 9000\r\n\r\na')
  await once(socket, 'close')
  expect(received.at(-1)?.complete).toBe(false)
})

test('a file that waits for this server is not given up, however long', async () => {
  const answer = new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = http.request({ port, host: '127.0.0.1', method: 'PUT', path: '/wait' }, resolve)
    request.on('error', reject)
    request.end(Buffer.alloc(4 * 1024 ** 2))
  })
  await expect.poll(() => received.at(-1)?.url).toBe('/wait')
  const others = connect(port, '127.0.0.1').resume()
  others.on('error', () => undefined)
  others.write('PUT /read HTTP/1.1\r\nhost: a\r\ncontent-length: 9000\r\n\r\na')
  const waiting = received.at(-1)
  await once(others, 'close')
  waiting?.resume()
  expect((await answer).statusCode).toBe(200)
})
