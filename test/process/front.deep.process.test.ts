import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { cpuSeconds, residentBytes } from '@/bench/measure/process-usage'
import { openSocket } from '../overload/raw-client'
import { openLocalBrowser } from './local-browser'
import { startProcess } from './start-process'

const SOCKETS = 1_000
const PLACES = 20

const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-front-'))
const settings = { REQUESTS_AT_ONCE: String(PLACES), RATE_LIMIT_PER_MINUTE: '0' }
const service = await startProcess(dataDir, settings)
const { baseUrl, pid } = service
const json = { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' }
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
afterAll(async () => {
  agent.destroy()
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
})

type Sent = { method?: string; target: string; headers?: http.OutgoingHttpHeaders }

/** Asks what `fetch` would not: any method, any header. */
function ask({ method = 'GET', target, headers = {} }: Sent): Promise<{ status: number; allow: string | undefined }> {
  return new Promise((resolve, reject) => {
    const request = http.request(new URL(baseUrl), { agent, method, path: target, headers }, (answer) => {
      answer.resume().once('end', () => resolve({ status: answer.statusCode ?? 0, allow: answer.headers.allow }))
    })
    request.once('error', reject)
    request.end()
  })
}

async function openAll(line: string, body: string): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < SOCKETS) {
    const some = await Promise.all(Array.from({ length: 100 }, () => openSocket(baseUrl)))
    for (const socket of some) {
      socket.write(`${line} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9500000\r\n\r\n${body}`)
    }
    sockets.push(...some)
  }
  return sockets
}

/** Another client's requests: one without a body, and one for each kind of body. */
async function useService(): Promise<number[]> {
  const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })
  const asked: [string, RequestInit, number][] = [
    ['/health', {}, 200],
    ['/v1/me/api-key', { headers: json }, 200],
    ['/sign-in', {}, 200],
    [
      '/v1/uploads/sign',
      { method: 'POST', headers: json, body: '{"filename":"a.mp3","content_type":"audio/mpeg"}' },
      200,
    ],
    ['/v1/device/code', form({}), 200],
    ['/oauth/revoke', form({ token: 'x', client_id: 'x' }), 401],
    ['/preferences/theme', form({ theme: 'dark' }), 204],
  ]
  const wrong = []
  for (const [target, init, status] of asked) {
    const answer = await fetch(baseUrl + target, init)
    await answer.arrayBuffer()
    if (answer.status !== status) wrong.push(`${target}: ${answer.status}`)
  }
  expect(wrong).toEqual([])
  return asked.map(([, , status]) => status)
}

test.each([
  '/v1/transcript',
  '/oauth/token',
  '/oauth/revoke',
  '/v1/device/code',
  '/v1/webhooks/billing',
  '/preferences/theme',
  '/sign-out',
  '/sign-in',
  '/mcp',
  '/api/inngest',
])('a thousand bodies that trickle to %s do not block other requests', async (target) => {
  const line = `POST ${target}`
  const small = target === '/sign-in' ? '9500000' : '60000'
  const sockets = await openAll(line, '{')
  await useService()
  for (const socket of sockets) socket.destroy()
  const announced: Socket[] = []
  for (let n = 0; n < SOCKETS; n += 100) {
    const some = await Promise.all(Array.from({ length: 100 }, () => openSocket(baseUrl)))
    for (const socket of some) {
      socket.write(`${line} HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${small}\r\n\r\n{`)
    }
    announced.push(...some)
  }
  await useService()
  for (const socket of announced) socket.destroy()
})

test('large bodies that are sent to a page are not kept in memory', async () => {
  const before = await residentBytes(pid)
  const part = Buffer.alloc(9_400_000, 'a')
  const sockets = await Promise.all(Array.from({ length: 40 }, () => openSocket(baseUrl)))
  const answers = sockets.map((socket) => text(socket).catch(() => ''))
  for (const socket of sockets) {
    socket.write('POST /sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9500000\r\n\r\n')
    socket.write(part)
  }
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^(?:HTTP\/1\.1 405 |$)/)
  expect((await residentBytes(pid)) - before).toBeLessThan(150 * 1024 ** 2)
})

test.each(['TRACE', 'PROPFIND', 'MKCOL'])(
  '%s is answered 405 everywhere, with the methods there are',
  async (method) => {
    for (const target of [
      '/',
      '/docs',
      '/t/none',
      '/v1/plans',
      '/v1/nowhere',
      '/mcp',
      '/oauth/token',
      '/api/inngest',
      '/metrics',
      '/health',
    ]) {
      const { status, allow } = await ask({ method, target })
      expect([target, status]).toEqual([target, 405])
      expect(allow).toBeDefined()
    }
  },
)

const NAMES = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'cache-control',
  'content-type',
  'cookie',
  'forwarded',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'mcp-protocol-version',
  'next-action',
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'next-router-state-tree',
  'next-url',
  'origin',
  'prefer',
  'purpose',
  'range',
  'referer',
  'rsc',
  'sec-ch-ua',
  'sec-fetch-site',
  'traceparent',
  'upload-offset',
  'user-agent',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-http-method-override',
  'x-matched-path',
  'x-middleware-prefetch',
  'x-middleware-subrequest',
  'x-nextjs-data',
  'x-request-id',
]
const PATTERNS = ['a', '-', 'a,', 'a;q=0.', '"', 'a=b; ', ' ,', '%41', '[{"', ':', 'W/"', 'Google-']
const PAGES = ['/sign-in', '/t/none', '/v1/plans']

const fill = (pattern: string, length: number) => `x${pattern.repeat(length / pattern.length)}x`

/** Processor seconds that the service takes to answer all of them, one after the other. */
async function costOf(requests: readonly Sent[]): Promise<number> {
  const before = (await cpuSeconds(pid)).node
  for (const request of requests) await ask(request)
  return (await cpuSeconds(pid)).node - before
}

/** The usual memory of such requests with any body, and its variation on a busy machine. */
const isOrdinary = (cost: number, ordinary: number) => cost <= 3 * ordinary + 0.25

/** The cost of requests that is not ordinary twice in a row, else null: the first of a kind load code, and other work may coincide. */
async function excessiveCost(requests: readonly Sent[], ordinary: number): Promise<number | null> {
  if (isOrdinary(await costOf(requests), ordinary)) return null
  const again = await costOf(requests)
  return isOrdinary(again, ordinary) ? null : again
}

/** The link of a service lets a browser in once: a test that is tried again uses the same cookie. */
let localCookie: Promise<string> | null = null

test('no header makes a request cost more by being long, with any content', async () => {
  const all = (headers: http.OutgoingHttpHeaders) => PAGES.map((target) => ({ target, headers }))
  const plain = PATTERNS.flatMap(() => all({}))
  await costOf(plain)
  const ordinary = await costOf(plain)
  const dear: string[] = []
  for (const name of NAMES) {
    for (const length of [8_000, 15_000]) {
      const long = PATTERNS.flatMap((pattern) => all({ [name]: fill(pattern, length) }))
      const cost = await excessiveCost(long, ordinary)
      if (cost !== null) dear.push(`${name} of ${length}: ${cost.toFixed(2)} s, not ${ordinary.toFixed(2)} s`)
    }
  }
  expect(dear).toEqual([])
}, 180_000)

test('no address makes a request cost more by being long, with any content', async () => {
  // The library search requires a signed-in user.
  localCookie ??= openLocalBrowser(service)
  const headers = { cookie: await localCookie }
  const bases: Sent[] = [
    ...['/', '/t/', '/docs/', '/v1/jobs/', '/sign-in?callbackUrl='].map((target) => ({ target })),
    { target: '/transcripts?q=', headers },
  ]
  const plain = PATTERNS.flatMap(() => bases)
  await costOf(plain)
  const ordinary = await costOf(plain)
  const dear: string[] = []
  for (const length of [500, 2_000, 8_000, 15_000]) {
    const long = PATTERNS.flatMap((pattern) =>
      bases.map((base) => ({ ...base, target: base.target + encodeURI(fill(pattern, length)).slice(0, length) })),
    )
    const cost = await excessiveCost(long, ordinary)
    if (cost !== null) dear.push(`${length}: ${cost.toFixed(2)} s, not ${ordinary.toFixed(2)} s`)
  }
  expect(dear).toEqual([])
}, 180_000)
