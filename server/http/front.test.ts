import { once } from 'node:events'
import http from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { type FrontOptions, makeFront } from './front'

beforeAll(() => void setEnv({ BASE_URL: 'http://localhost:3000', TRUSTED_PROXIES: '0' }))

/** An application that says what reached it. */
const echo: http.RequestListener = async (request, response) => {
  const body = await text(request)
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ method: request.method, url: request.url, body, headers: request.headers }))
}
const HANDLERS = { api: echo, connector: echo, functions: echo, metrics: echo, pages: echo }

const sockets = new Set<Socket>()
let server: http.Server | undefined
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
})

async function serve(options: Partial<FrontOptions> = {}, handlers: Partial<typeof HANDLERS> = {}): Promise<string> {
  const front = makeFront(
    { ...HANDLERS, ...handlers },
    { slots: 2, bodiesPerAddress: 100, requestsPerAddress: 0, ...options },
  )
  server = http.createServer(front).on('checkContinue', front).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Sends what an ordinary client would not. Returns what is answered until the connection is closed. */
async function send(baseUrl: string, sent: string): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1').setEncoding('utf8')
  sockets.add(socket)
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  socket.write(sent)
  return { socket, answer: text(socket).catch(() => '') }
}

const trickle = (baseUrl: string, path: string, more = '') =>
  send(baseUrl, `POST ${path} HTTP/1.1\r\nhost: a.example\r\n${more}content-length: 1000\r\n\r\n{`)

const READERS = [
  '/v1/transcript',
  '/oauth/token',
  '/oauth/revoke',
  '/oauth/introspect',
  '/oauth/register',
  '/v1/device/code',
  '/v1/webhooks/billing',
  '/preferences/theme',
  '/sign-out',
  '/api/auth/signin/email',
]

test('a thousand slow request bodies take no slot, and other requests are served', async () => {
  const baseUrl = await serve()
  for (let n = 0; n < 1_000; n += 100) {
    await Promise.all(Array.from({ length: 100 }, (_, at) => trickle(baseUrl, READERS[at % READERS.length] ?? '/')))
  }
  for (const path of ['/v1/plans', '/', '/health']) expect((await fetch(baseUrl + path)).status).toBe(200)
  for (const path of READERS) {
    const answer = await fetch(baseUrl + path, { method: 'POST', body: 'a=b' })
    expect([path, answer.status, ((await answer.json()) as { body: string }).body]).toEqual([path, 200, 'a=b'])
  }
})

test('a body that comes bit by bit is passed on whole, with its headers', async () => {
  const baseUrl = await serve()
  const { socket, answer } = await send(
    baseUrl,
    'POST /sign-out HTTP/1.1\r\nhost: a.example\r\nx-own: 1\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n',
  )
  for (const part of ['2\r\nab\r\n', '3\r\ncde\r\n', '0\r\n\r\n']) socket.write(part)
  const [, body = ''] = (await answer).split('\r\n\r\n')
  expect(JSON.parse(body)).toMatchObject({ method: 'POST', url: '/sign-out', body: 'abcde', headers: { 'x-own': '1' } })
})

test('a body that is larger than its kind may be is refused, announced or not', async () => {
  const baseUrl = await serve()
  const announced = await send(baseUrl, 'POST /oauth/token HTTP/1.1\r\nhost: a\r\ncontent-length: 70000\r\n\r\n')
  expect(await announced.answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*over 64 KiB/)
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(16_384)) })
  const endless = await fetch(`${baseUrl}/v1/transcript`, { method: 'POST', body, duplex: 'half' } as RequestInit)
  expect([endless.status, ((await endless.json()) as { code: string }).code]).toEqual([413, 'body_too_large'])
  const event = await fetch(`${baseUrl}/v1/webhooks/billing`, { method: 'POST', body: 'e'.repeat(1024 ** 2) })
  expect(event.status).toBe(200)
})

test('a page rejects a request body of any method, and closes the connection', async () => {
  const reached: string[] = []
  const baseUrl = await serve({}, { pages: (request) => void reached.push(request.url ?? '') })
  for (const [method, status] of [
    ['POST', 405],
    ['GET', 413],
  ]) {
    const { answer } = await send(
      baseUrl,
      `${method} /sign-in HTTP/1.1\r\nhost: a\r\ncontent-length: 9500000\r\n\r\nab`,
    )
    // The answer, and then the end of the connection, though the body never came.
    expect(await answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  }
  expect(reached).toEqual([])
})

test('a refused request does not get 100 Continue', async () => {
  const baseUrl = await serve()
  const ask = (path: string, length: number) =>
    send(
      baseUrl,
      `POST ${path} HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`,
    )
  expect(await (await ask('/sign-in', 3)).answer).toMatch(/^HTTP\/1\.1 405 /)
  const taken = await ask('/v1/transcript', 3)
  const [first] = await once(taken.socket, 'data')
  expect(first).toMatch(/^HTTP\/1\.1 100 Continue/)
  taken.socket.write('abc')
  expect(await taken.answer).toMatch(/HTTP\/1\.1 200 [\s\S]*"body":"abc"/)
})

test('a limited number of bodies from one address is waited for, and the oldest is given up for the next', async () => {
  const baseUrl = await serve({ bodiesPerAddress: 1 })
  // This machine may have twenty times as many as others.
  const waiting = []
  for (let n = 0; n < 20; n += 1) waiting.push(await trickle(baseUrl, '/v1/transcript'))
  const answer = await fetch(`${baseUrl}/v1/transcript`, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(200)
  const next = await trickle(baseUrl, '/v1/transcript')
  expect(await waiting[0]?.answer).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 2/)
  next.socket.destroy()
})

test('behind a trusted proxy each forwarded address may have only so many requests open', async () => {
  setEnv({ TRUSTED_PROXIES: '1' })
  const held: http.ServerResponse[] = []
  const baseUrl = await serve({ requestsPerAddress: 2, slots: 100 }, { api: (_, response) => void held.push(response) })
  const ask = (address: string) => fetch(`${baseUrl}/v1/plans`, { headers: { 'x-forwarded-for': address } })
  const open = [ask('203.0.113.7'), ask('203.0.113.7'), ask('203.0.113.8')]
  await expect.poll(() => held.length).toBe(3)
  const refused = await ask('203.0.113.7')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
  for (const response of held) response.end('answered')
  for (const one of open) expect(await (await one).text()).toBe('answered')
  const again = ask('203.0.113.7')
  await expect.poll(() => held.length).toBe(4)
  held[3]?.end('answered')
  expect((await again).status).toBe(200)
  setEnv({ TRUSTED_PROXIES: '0' })
})

test.each(['TRACE', 'PROPFIND', 'SEARCH', 'M-SEARCH', 'QUERY'])(
  '%s is a method that no address takes, and is answered 405 with those it takes',
  async (method) => {
    const baseUrl = await serve()
    for (const [path, allow] of [
      ['/', 'GET, HEAD, OPTIONS'],
      ['/v1/jobs/a', 'GET, HEAD, DELETE, OPTIONS'],
      ['/mcp', 'POST, OPTIONS'],
      ['/sign-out', 'POST, OPTIONS'],
      ['/api/inngest', 'GET, POST, PUT'],
    ]) {
      const { answer } = await send(baseUrl, `${method} ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
      const said = await answer
      // Node's parser does not know some of them, and says so itself.
      if (said.startsWith('HTTP/1.1 400 ')) continue
      expect(said).toMatch(/^HTTP\/1\.1 405 /)
      expect(said).toContain(`allow: ${allow}\r\n`)
    }
  },
)

test('a call of an Inngest server is served when every slot is taken', async () => {
  const held: http.ServerResponse[] = []
  const baseUrl = await serve({}, { api: (_, response) => void held.push(response) })
  const waiting = [fetch(`${baseUrl}/v1/plans`), fetch(`${baseUrl}/v1/plans`)]
  await expect.poll(() => held.length).toBe(2)
  expect((await fetch(`${baseUrl}/v1/plans`)).status).toBe(503)
  const page = await fetch(`${baseUrl}/docs`)
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/plain; charset=utf-8'])
  expect((await fetch(`${baseUrl}/api/inngest?fnId=a`, { method: 'POST', body: '{}' })).status).toBe(200)
  for (const response of held) response.end()
  await Promise.all(waiting)
})

test('headers that only describe the caller are cut, and others that are too long or too many are refused', async () => {
  const baseUrl = await serve()
  const long = 'a'.repeat(14_000)
  const cut = (await (await fetch(baseUrl, { headers: { 'user-agent': long } })).json()) as { headers: object }
  expect(cut.headers).toMatchObject({ 'user-agent': long.slice(0, 512) })
  const refused = await fetch(`${baseUrl}/v1/plans`, { headers: { 'x-own': long } })
  expect([refused.status, await refused.json()]).toMatchObject([
    431,
    { code: 'headers_too_large', context: { header: 'x-own' } },
  ])
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`x-${at}`, '1']))
  expect((await fetch(`${baseUrl}/v1/plans`, { headers: many })).status).toBe(431)
  const far = await fetch(`${baseUrl}/v1/${'a'.repeat(9_000)}`)
  expect([far.status, await far.json()]).toMatchObject([414, { code: 'address_too_long' }])
})
