import { once } from 'node:events'
import http from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { dropSlowReaders } from './drop-slow-readers'

/** More than the system's socket buffers take from a process. */
const BIG = Buffer.alloc(32 * 1024 ** 2, 7)

async function startServer(slowest: { graceMs: number; bytesPerSecond: number }) {
  const answered: http.ServerResponse[] = []
  const listener = dropSlowReaders((request, response) => {
    answered.push(response)
    response.end(request.url === '/big' ? BIG : 'small')
  }, slowest)
  const server = await listenOnLoopback(listener)
  afterAll(() => server.stop())
  return { port: Number(new URL(server.url).port), answered }
}

/** Asks, and reads nothing but the first bytes of the answer. */
async function askAndWait(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('GET /big HTTP/1.1\r\nhost: a.example\r\n\r\n')
  await once(socket, 'readable')
  return socket
}

test('the connection of who does not read an answer is closed', async () => {
  const { port, answered } = await startServer({ graceMs: 20, bytesPerSecond: 1024 ** 3 })
  const socket = await askAndWait(port)
  const [response] = answered
  if (response && !response.closed) await once(response, 'close')
  let readBytes = 0
  socket.on('data', (chunk) => {
    readBytes += chunk.length
  })
  await once(socket, 'close')
  expect(readBytes).toBeLessThan(BIG.length)
})

test('a client that reads in time gets all of it, and may ask again on the same connection', async () => {
  const { port } = await startServer({ graceMs: 60_000, bytesPerSecond: 1024 })
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const get = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const request = http.get({ host: '127.0.0.1', port, path, agent }, async (answer) => {
        let bytes = 0
        for await (const chunk of answer) bytes += chunk.length
        resolve(bytes)
      })
      request.on('error', reject)
    })
  expect([await get('/big'), await get('/small'), await get('/big')]).toEqual([BIG.length, 5, BIG.length])
  agent.destroy()
})
