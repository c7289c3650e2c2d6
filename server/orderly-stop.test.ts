import { once } from 'node:events'
import type http from 'node:http'
import { connect, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { type HttpServer, startHttp } from '@/server/http/start-http'

beforeAll(() => void setEnv({ BASE_URL: 'http://localhost:3000', CONNECTIONS_PER_ADDRESS: '2' }))

let server: HttpServer | undefined
afterEach(() => server?.stop(0))

const ask = ({ port }: HttpServer, path = '/') =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } })

async function refuses({ port }: HttpServer): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const outcome = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(false)).once('error', () => resolve(true))
  })
  socket.destroy()
  return outcome
}

test('while the service starts it lives, and says when to come again', async () => {
  server = await startHttp(0, '127.0.0.1')
  const early = await ask(server)
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await early.text()).toMatch(/is starting/)
  for (const path of ['/v1/plans', '/health', '/mcp', '/oauth/token']) {
    const refused = await ask(server, path)
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('content-type')]).toEqual([
      503,
      '2',
      'application/problem+json',
    ])
    expect(await refused.json()).toMatchObject({ code: 'service_unavailable', retryable: true, retry_after: 2 })
  }
  server.answer((_, response) => response.end('ready'))
  expect(await (await ask(server)).text()).toBe('ready')
})

test('a starting service asks the Inngest server to retry late, so that no run loses its attempts', async () => {
  server = await startHttp(0, '127.0.0.1')
  const early = await ask(server, '/api/inngest')
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '120'])
})

test('stopped, it ends what it answers and takes nothing new', async () => {
  const started = await startHttp(0, '127.0.0.1')
  let take: (response: http.ServerResponse) => void = () => undefined
  const taken = new Promise<http.ServerResponse>((resolve) => {
    take = resolve
  })
  started.answer((_, response) => take(response))
  const answer = ask(started)
  const response = await taken
  const stopped = started.stop(60_000)
  expect(await refuses(started)).toBe(true)
  response.end('to its end')
  expect(await (await answer).text()).toBe('to its end')
  await stopped
})

test('a response that does not end in time is ended', async () => {
  const started = await startHttp(0, '127.0.0.1')
  started.answer((_, response) => response.write('and so on'))
  const hanging = await ask(started)
  await started.stop(0)
  // Cut off: some clients take that for an end.
  await Promise.allSettled([hanging.text()])
  expect(await refuses(started)).toBe(true)
})

test('a port that is taken is reported in a sentence', async () => {
  server = await startHttp(0, '127.0.0.1')
  await expect(startHttp(server.port, '127.0.0.1')).rejects.toThrow(`Port ${server.port} is in use.`)
})

test('a stopping service answers open connections with 503 and Retry-After, and closes them', async () => {
  const started = await startHttp(0, '127.0.0.1')
  let take: (response: http.ServerResponse) => void = () => undefined
  const taken = new Promise<http.ServerResponse>((resolve) => {
    take = resolve
  })
  started.answer((_, response) => take(response))
  const socket = connect(started.port, '127.0.0.1').setEncoding('utf8')
  const answers = text(socket)
  socket.write('GET /v1/plans HTTP/1.1\r\nhost: a\r\n\r\n')
  const response = await taken
  const stopped = started.stop(60_000)
  socket.write('GET /v1/languages HTTP/1.1\r\nhost: a\r\n\r\n')
  response.end('to its end')
  const [first = '', second = ''] = (await answers).split(/(?=HTTP\/1\.1 503)/)
  expect(first).toMatch(/to its end/)
  expect(second).toMatch(/^HTTP\/1\.1 503 [\s\S]*application\/problem\+json[\s\S]*retry-after: 2[\s\S]*is stopping/)
  await stopped
})

test('a connection beyond an address’s limit is closed with a 429', async () => {
  const started = await startHttp(0, '127.0.0.1')
  started.answer((_, response) => response.end('answered'))
  // This machine may have twenty times as many as others.
  const sockets = Array.from({ length: 40 }, () => connect(started.port, '127.0.0.1'))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  expect(await text(connect(started.port, '127.0.0.1'))).toMatch(/^HTTP\/1\.1 429 [\s\S]*Retry-After: 2/)
  const closed = once(sockets[0] ?? new Socket(), 'close')
  sockets[0]?.destroy()
  await closed
  await expect.poll(async () => (await ask(started).catch(() => null))?.status).toBe(200)
  for (const socket of sockets) socket.destroy()
  await started.stop(0)
})

test('unreadable bytes are answered in HTTP', async () => {
  server = await startHttp(0, '127.0.0.1')
  for (const [sent, status] of [
    ['nonsense\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['CONNECT a.example:443 HTTP/1.1\r\nhost: a.example\r\n\r\n', 405],
  ] as const) {
    const socket = connect(server.port, '127.0.0.1')
    socket.write(sent)
    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  }
})
