import { once } from 'node:events'
import type http from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { metrics } from '@/lib/core/metrics'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { fetchRenderedPage, OWN_HEADERS } from '@/server/public-pages/fetch-rendered-page'
import { shedLoad } from './shed-load'

setEnv({ BASE_URL: 'http://localhost:3000' })

/** A page that this server renders by a request to itself, for all callers. */
const renderer = { port: 0, address: '127.0.0.1' }
const PAGE = '<p>What was said</p>'

/** More than the system's socket buffers take from a process. */
const BIG = Buffer.alloc(32 * 1024 ** 2)
const held: http.ServerResponse[] = []
const arrivals = new EventTarget()
const { url: origin, stop } = await listenOnLoopback(
  shedLoad((request, response) => {
    if (request.url === '/v1/big') return void response.end(BIG)
    if (request.url === '/v1/wrapped') return answerWrapped(response)
    if (request.url === '/t/made') return void response.end(PAGE)
    if (request.url === '/t/asked') return void answerWithMade(response)
    if (request.url !== '/v1/plans' && !request.url?.endsWith('/events')) return void response.end('answered')
    held.push(response)
    arrivals.dispatchEvent(new Event('arrival'))
  }, 2),
)
const port = Number(new URL(origin).port)
renderer.port = port
afterAll(stop)
beforeEach(() => void held.splice(0))

/** Responds through a wrapper of `write`, like the compression: each chunk has its bytes inverted. */
function answerWrapped(response: http.ServerResponse): void {
  const write = response.write
  response.write = (chunk: Buffer) => Reflect.apply(write, response, [chunk.map((byte) => ~byte)])
  for (let sent = 0; sent < BIG.length; sent += 1024 ** 2) response.write(BIG.subarray(sent, sent + 1024 ** 2))
  response.end()
}

async function answerWithMade(response: http.ServerResponse): Promise<void> {
  const page = await fetchRenderedPage(renderer, '/t/made', '')
  response.writeHead(page ? 200 : 503).end(page?.html)
}

/** Asks for what is answered only when the test says so, and waits until it is being answered. */
async function askAndHold(path: string): Promise<{ answer: Promise<Response> }> {
  const arrived = new Promise((resolve) => arrivals.addEventListener('arrival', resolve, { once: true }))
  const answer = fetch(origin + path)
  await arrived
  return { answer }
}

async function end(one: { answer: Promise<Response> }): Promise<string> {
  held.shift()?.end('answered')
  return (await one.answer).text()
}

test('requests beyond the limit are refused immediately, and accepted again when there is room', async () => {
  const first = await askAndHold('/v1/plans')
  const second = await askAndHold('/v1/plans')
  const refused = await fetch(`${origin}/v1/plans`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await refused.json()).toMatchObject({ code: 'service_unavailable', retryable: true, retry_after: 2 })
  expect(await (await fetch(`${origin}/health`)).text()).toBe('answered')
  expect(await end(first)).toBe('answered')
  const third = await askAndHold('/v1/plans')
  expect(await end(second)).toBe('answered')
  expect(await end(third)).toBe('answered')
})

test('a request that waits for a job takes no slot from others', async () => {
  const watchers = []
  for (let n = 0; n < 5; n += 1) watchers.push(await askAndHold(`/v1/jobs/${n}/events`))
  expect(await (await fetch(`${origin}/v1/languages`)).text()).toBe('answered')
  for (const watcher of watchers) await end(watcher)
})

test('a slow reader takes no slot from others', async () => {
  const readers = Array.from({ length: 5 }, () => connect(port, '127.0.0.1'))
  for (const reader of readers) {
    reader.write('GET /v1/big HTTP/1.1\r\nhost: a.example\r\n\r\n')
    await once(reader, 'readable')
    expect(reader.read(12)?.toString()).toBe('HTTP/1.1 200')
  }
  expect((await fetch(`${origin}/v1/languages`)).status).toBe(200)
  for (const reader of readers) reader.destroy()
})

test('a handler that wraps what writes the answer keeps its wrapping when the reader is slow', async () => {
  const bytes = Buffer.from(await (await fetch(`${origin}/v1/wrapped`)).arrayBuffer())
  expect(bytes.length).toBe(BIG.length)
  expect(bytes.every((byte) => byte === 0xff)).toBe(true)
})

test('a page that the process requests from itself is rendered when every slot is taken', async () => {
  const first = await askAndHold('/v1/plans')
  expect(await (await fetch(`${origin}/t/asked`)).text()).toBe(PAGE)
  const second = await askAndHold('/v1/plans')
  const [name = ''] = Object.keys(OWN_HEADERS)
  for (const guess of ['', 'x', 'A'.repeat(43), '~'.repeat(64)]) {
    const headers = { [name]: guess }
    expect((await fetch(`${origin}/t/made`, { headers })).status).toBe(503)
  }
  for (const one of [first, second]) await end(one)
})

test('a client that disconnects frees its slot', async () => {
  const [one, two] = [new AbortController(), new AbortController()]
  for (const { signal } of [one, two]) {
    const arrived = new Promise((resolve) => arrivals.addEventListener('arrival', resolve, { once: true }))
    fetch(`${origin}/v1/plans`, { signal }).catch(() => undefined)
    await arrived
  }
  const gone = Promise.all(held.map((response) => once(response, 'close')))
  one.abort()
  two.abort()
  await gone
  expect((await fetch(`${origin}/v1/languages`)).status).toBe(200)
})

test('the metrics say how many are under way', async () => {
  const underWay = () => metrics().registry.getSingleMetricAsString('verbatim_requests_under_way')
  const one = await askAndHold('/v1/plans')
  expect(await underWay()).toMatch(/^verbatim_requests_under_way 1$/m)
  await end(one)
  await expect.poll(underWay).toMatch(/^verbatim_requests_under_way 0$/m)
})
