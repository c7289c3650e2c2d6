import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { sendCompressed } from './send-compressed'

const SCRIPT = 'export const said = "word for word"'
const root = mkdtempSync(path.join(tmpdir(), 'verbatim-compressed-'))
const [best, next] = [brotliCompressSync(SCRIPT), gzipSync(SCRIPT)]
mkdirSync(path.join(root, 'dist'))
writeFileSync(path.join(root, 'dist/compressed.bin'), Buffer.concat([best, next, gzipSync('of another file')]))
writeFileSync(
  path.join(root, 'dist/compressed.json'),
  JSON.stringify({
    '/scripts/page-A1.js.br': [0, best.byteLength],
    '/scripts/page-A1.js.gz': [best.byteLength, next.byteLength],
  }),
)
writeFileSync(path.join(root, 'secret.js.br'), brotliCompressSync('not for anybody'))

const server = await listenOnLoopback(sendCompressed(root, (_, response) => void response.end('the next one')))
afterAll(async () => {
  await server.stop()
  rmSync(root, { recursive: true })
})

async function ask(asked: string, encoding: string, method = 'GET'): Promise<http.IncomingMessage> {
  const headers = { 'accept-encoding': encoding }
  const request = http.request(server.url, { path: asked, method, headers, agent: false }).end()
  const [response] = await once(request, 'response')
  return response
}

test('a script is sent in the best accepted encoding, and is immutable', async () => {
  const best = await ask('/scripts/page-A1.js', 'gzip, deflate, br')
  expect(best.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  const bytes = Buffer.concat(await best.toArray())
  expect(bytes.byteLength).toBe(Number(best.headers['content-length']))
  expect(brotliDecompressSync(bytes).toString()).toBe(SCRIPT)
  const next = await ask('/scripts/page-A1.js?dpl=1', 'gzip')
  expect(gunzipSync(Buffer.concat(await next.toArray())).toString()).toBe(SCRIPT)
})

test('a HEAD request for a script gets no body', async () => {
  const head = await ask('/scripts/page-A1.js', 'br', 'HEAD')
  expect([head.headers['content-encoding'], await text(head)]).toEqual(['br', ''])
})

test.each([
  ['/scripts/page-A1.js', 'identity'],
  ['/scripts/page-A1.js', 'br;q=0'],
  ['/scripts/other.js', 'br'],
  ['/scripts/../../secret.js', 'br'],
  ['/../secret.js', 'br'],
  ['/scripts/%2e%2e/secret.js', 'br'],
  ['/', 'br'],
])('%s for one who takes %s is left to the next', async (asked, encoding) => {
  expect(await text(await ask(asked, encoding))).toBe('the next one')
})

test('a POST to the address of a script is left to the next', async () => {
  expect(await text(await ask('/scripts/page-A1.js', 'br', 'POST'))).toBe('the next one')
})
