import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { makePageCache, toCachedPage } from './page-cache'

const HTML = '<script type="module" src="/a.js"></script><p>Word</p>'
const POLICY = "default-src 'self'"

test('a page is kept whole, in each encoding', async () => {
  const { bodies } = await toCachedPage(HTML, {})
  expect(bodies.identity.toString()).toBe(HTML)
  expect(gunzipSync(bodies.gzip)).toEqual(bodies.identity)
  expect(brotliDecompressSync(bodies.br)).toEqual(bodies.identity)
})

test('headers for one answer only are not kept', async () => {
  const { headers } = await toCachedPage(HTML, {
    'set-cookie': 'a=b',
    'x-request-id': '1',
    etag: '"x"',
    'content-security-policy': POLICY,
  })
  expect(headers).toEqual({ 'content-security-policy': POLICY, vary: 'accept-encoding, cookie' })
})

test('the cache drops all pages of a slug, and the least recently used page when it is full', async () => {
  const page = { ...(await toCachedPage(HTML, {})), sizeBytes: 30 * 1024 ** 2 }
  const cache = makePageCache(64 * 1024 ** 2)
  cache.set('a light', 'a', page)
  cache.set('b light', 'b', page)
  expect(cache.get('a light')).toBe(page)
  cache.set('c light', 'c', page)
  expect([cache.get('a light'), cache.get('b light'), cache.get('c light')]).toEqual([page, null, page])
  cache.delete('a')
  expect([cache.get('a light'), cache.get('c light')]).toEqual([null, page])
  cache.delete(null)
  expect(cache.get('c light')).toBeNull()
})
