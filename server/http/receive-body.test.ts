import { once } from 'node:events'
import http from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { Problem } from '@/lib/core/problem/problem'
import { type BodyReceiver, bodyReceiver, type Received } from './receive-body'

const RULE = { maxBytes: 100, limitMs: 60_000 }

type Arrival = { request: http.IncomingMessage; response: http.ServerResponse }

const arrivals: Arrival[] = []
const server = http.createServer((request, response) => void arrivals.push({ request, response }))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const sockets: Socket[] = []
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

/** A request that has announced more than it has sent. */
async function begin(receiver: BodyReceiver, sent: string, address: string, rule = RULE) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 90\r\n\r\n${sent}`)
  await once(server, 'request')
  const [{ request } = { request: undefined }] = arrivals.splice(0)
  if (!request) throw new Error('no request arrived')
  const received = receiver.receive(request, rule, address)
  await expect.poll(() => request.readableFlowing).toBe(true)
  return { socket, received }
}

const codeOf = (received: Received) => (received instanceof Problem ? received.code : received)

test('a body that has not arrived in time is given up', async () => {
  const { received } = await begin(bodyReceiver(10), 'a', '203.0.113.7', { ...RULE, limitMs: 20 })
  expect(codeOf(await received)).toBe('body_too_slow')
})

test('a body whose sender disconnects is dropped', async () => {
  const { socket, received } = await begin(bodyReceiver(10), 'a', '203.0.113.7')
  socket.destroy()
  expect(await received).toBeNull()
})

test('beyond the memory for all, the oldest body of the address that sends the most is given up', async () => {
  const receiver = bodyReceiver(10, 100)
  const small = await begin(receiver, 'a'.repeat(20), '203.0.113.1')
  const first = await begin(receiver, 'b'.repeat(30), '203.0.113.2')
  const second = await begin(receiver, 'c'.repeat(30), '203.0.113.2')
  const last = await begin(receiver, 'd'.repeat(30), '203.0.113.3')
  expect(codeOf(await first.received)).toBe('service_unavailable')
  for (const { socket, received } of [small, second]) {
    socket.destroy()
    expect(await received).toBeNull()
  }
  last.socket.write('d'.repeat(60))
  expect(String(await last.received)).toBe('d'.repeat(90))
})

test('a body that is given up or has arrived makes room again', async () => {
  const receiver = bodyReceiver(1, 100)
  for (let n = 0; n < 5; n += 1) {
    const { socket, received } = await begin(receiver, 'a'.repeat(60), '203.0.113.1')
    socket.write('a'.repeat(30))
    expect(String(await received)).toBe('a'.repeat(90))
  }
})
