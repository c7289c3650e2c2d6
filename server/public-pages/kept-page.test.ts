import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { keepPage } from './kept-page'
import { makePageCache } from './page-cache'

const NONCE = 'b25jZQ=='
const POLICY = `default-src 'self'; script-src 'self' 'nonce-${NONCE}' 'strict-dynamic'; object-src 'none'`
const HTML = `<script nonce="${NONCE}" src="/a.js"></script><p>Word</p><script nonce="${NONCE}">run("${NONCE}")</script>`

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

test('a kept page names its scripts by their hashes, and bears no nonce', async () => {
  const { headers, bodies } = await keepPage(HTML, {
    'content-security-policy': POLICY,
    link: `</a>; nonce="${NONCE}"`,
  })
  expect(headers['content-security-policy']).toBe(
    `default-src 'self'; script-src 'self' ${hashOf('run("")')}; object-src 'none'`,
  )
  expect(headers.link).toBe('</a>')
  expect(bodies.identity.toString()).toBe('<script src="/a.js"></script><p>Word</p><script>run("")</script>')
  expect(gunzipSync(bodies.gzip)).toEqual(bodies.identity)
  expect(brotliDecompressSync(bodies.br)).toEqual(bodies.identity)
})

test('a script without the nonce of its answer stays forbidden', async () => {
  const html = `${HTML}<script>steal()</script><script nonce="guessed">steal()</script>`
  const { headers } = await keepPage(html, { 'content-security-policy': POLICY })
  expect(headers['content-security-policy']).toBe(
    `default-src 'self'; script-src 'self' ${hashOf('run("")')}; object-src 'none'`,
  )
})

test('what was of one answer only is not kept', async () => {
  const { headers } = await keepPage(HTML, { 'set-cookie': 'a=b', 'x-request-id': '1', etag: '"x"', 'x-kept': 'yes' })
  expect(headers).toEqual({ 'content-security-policy': '', vary: 'accept-encoding, cookie', 'x-kept': 'yes' })
})

test('the cache forgets a slug whole, and the page that was asked for the longest ago when it is full', async () => {
  const page = { ...(await keepPage(HTML, {})), sizeBytes: 30 * 1024 ** 2 }
  const cache = makePageCache()
  cache.set('a light', 'a', page)
  cache.set('b light', 'b', page)
  expect(cache.get('a light')).toBe(page)
  cache.set('c light', 'c', page)
  expect([cache.get('a light'), cache.get('b light'), cache.get('c light')]).toEqual([page, null, page])
  cache.forget('a')
  expect([cache.get('a light'), cache.get('c light')]).toEqual([null, page])
  cache.forget(null)
  expect(cache.get('c light')).toBeNull()
})
