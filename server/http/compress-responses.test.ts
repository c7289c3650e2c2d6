import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressResponses } from './compress-responses'

/** More than the buffers of a connection take, compressed too. */
const HUGE = { noise: randomBytes(8 * 1024 ** 2).toString('base64') }
const LARGE = { words: 'what was said '.repeat(2_000) }

let goOn: () => void
const going = new Promise<void>((resolve) => {
  goOn = resolve
})
const app = new Hono()
  .get('/large', (c) => c.json(LARGE, 200, { etag: '"1"', vary: 'origin' }))
  .get('/bytes', () => {
    const headers = { 'content-type': 'application/json' }
    return new Response(new TextEncoder().encode(JSON.stringify(LARGE)), { headers })
  })
  .get('/huge', (c) => c.json(HUGE))
  .get('/small', (c) => c.json({ status: 'queued' }))
  .get('/picture', () => new Response(new Uint8Array(9_000), { headers: { 'content-type': 'image/png' } }))
  .get('/nothing', () => new Response(null, { status: 204 }))
  .get('/events', (c) =>
    streamSSE(c, async (stream) => {
      await stream.writeSSE({ data: 'first' })
      await going
      await stream.writeSSE({ data: 'second' })
    }),
  )

const server = http.createServer(compressResponses(getRequestListener(app.fetch)))
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

/** An answer as it is on the line: `fetch` would undo its encoding. */
async function ask(path: string, encoding: string, method = 'GET'): Promise<http.IncomingMessage> {
  const { port } = server.address() as AddressInfo
  const headers = { 'accept-encoding': encoding }
  const request = http.request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end()
  const [response] = await once(request, 'response')
  return response
}

async function bytesOf(response: http.IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await response.toArray())
}

test('a large response is compressed as requested, with Content-Encoding', async () => {
  const [best, next, plain] = await Promise.all([
    ask('/large', 'gzip, br'),
    ask('/large', 'gzip'),
    ask('/large', 'br;q=0'),
  ])
  expect([best, next, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
  const bytes = await bytesOf(best)
  expect(bytes.byteLength).toBe(Number(best.headers['content-length']))
  expect(JSON.parse(brotliDecompressSync(bytes).toString())).toEqual(LARGE)
  expect(JSON.parse(gunzipSync(await bytesOf(next)).toString())).toEqual(LARGE)
  expect(JSON.parse(await text(plain))).toEqual(LARGE)
  expect(best.headers).toMatchObject({ etag: 'W/"1"', vary: 'origin, accept-encoding' })
})

test('bytes that are no Buffer are compressed too', async () => {
  expect(JSON.parse(gunzipSync(await bytesOf(await ask('/bytes', 'gzip'))).toString())).toEqual(LARGE)
})

test('a body that is small, no text, or absent is not compressed', async () => {
  for (const [path, method] of [
    ['/small', 'GET'],
    ['/picture', 'GET'],
    ['/nothing', 'GET'],
    ['/large', 'HEAD'],
  ] as const) {
    const answer = await ask(path, 'br', method)
    expect([path, answer.headers['content-encoding']]).toEqual([path, undefined])
    await bytesOf(answer)
  }
  expect(JSON.parse(await text(await ask('/small', 'br')))).toEqual({ status: 'queued' })
})

test('events come one by one', async () => {
  const answer = await ask('/events', 'gzip, br')
  expect(answer.headers['content-encoding']).toBeUndefined()
  const [first] = await once(answer, 'data')
  expect(String(first)).toContain('first')
  goOn()
  expect(await text(answer)).toContain('second')
})

test('a large answer is handed over whole before any of it is read', async () => {
  const handedOver = new Promise<void>((resolve) => {
    server.once('request', (_, response: http.ServerResponse) => void response.once('prefinish', resolve))
  })
  const answer = await ask('/huge', 'br')
  await handedOver
  expect(JSON.parse(brotliDecompressSync(await bytesOf(answer)).toString())).toEqual(HUGE)
})
