import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ensureLocalAccount } from '@/lib/accounts/local/local-account'
import { localBrowserCookie } from '@/lib/accounts/testing/local-browser'
import { db } from '@/lib/core/db/db'
import { newUser, upload, useService } from '@/test/service'
import { routes } from './routes'

const service = await useService()
const { apiKey: localKey } = (await ensureLocalAccount()) ?? { apiKey: '' }
const user = await newUser()

const EVIL = 'https://evil.example'
/** All that a browser of this machine sends along from a page of another origin, and what old ones leave out. */
const FOREIGN: Record<string, Record<string, string>> = {
  'a page of another site': { origin: EVIL, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
  'a form or an image of another site': { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
  'a page on another port of this machine': { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' },
  'another site in a browser without Fetch Metadata': { origin: EVIL },
  'a sandboxed frame': { origin: 'null' },
  'another name of this machine': { origin: 'http://127.0.0.1:3000' },
  'the same address over https': { origin: 'https://localhost:3000' },
  'a program, or an old browser that does not say who asks': {},
}

/** The browser itself may act as the local account: it was let in. */
const cookie = await localBrowserCookie()

test.each(Object.entries(FOREIGN))('%s is not served as the local account', async (_, headers) => {
  for (const [method, path] of [
    ['GET', '/v1/me/api-key'],
    ['POST', '/v1/me/api-key/regenerate'],
    ['POST', '/v1/me/api-key/ensure'],
  ] as const) {
    const answer = await service.call(method, path, { headers: { host: 'localhost:3000', cookie, ...headers } })
    expect([answer.status, answer.body]).toMatchObject([401, { code: 'missing_credentials' }])
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  }
  expect((await service.call('GET', '/v1/me/api-key', { key: localKey })).status).toBe(200)
})

test('no operation takes an unsafe call of another site without a credential, with or without a body', async () => {
  const unsafe = routes
    .map(({ operation }) => operation)
    .filter(({ method, access }) => method !== 'get' && access !== 'public')
  expect(unsafe.length).toBeGreaterThan(3)
  for (const { method, path } of unsafe) {
    const headers = {
      host: 'localhost:3000',
      origin: EVIL,
      'sec-fetch-site': 'cross-site',
      'content-type': 'text/plain',
    }
    const target = path.replace(/\{[a-z_]{1,40}\}/g, '0')
    const answer = await service.call(method.toUpperCase(), target, {
      headers,
      raw: '{"url": "https://a.example/a.mp3"}',
    })
    expect([path, answer.status]).toEqual([path, expect.toSatisfy((status) => status === 401 || status === 422)])
  }
  expect(await db().job.count()).toBe(0)
})

test('a page of another origin that has a key may call, and read what it needs', async () => {
  const answer = await service.call('GET', '/v1/me/api-key', {
    key: user.apiKey,
    headers: { origin: EVIL, 'sec-fetch-site': 'cross-site' },
  })
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  const exposed = answer.headers.get('access-control-expose-headers')?.toLowerCase().split(', ')
  expect(exposed).toEqual(
    expect.arrayContaining([
      'www-authenticate',
      'retry-after',
      'location',
      'ratelimit',
      'ratelimit-policy',
      'x-request-id',
    ]),
  )
})

test.each([
  ['/v1/transcript', 'POST, OPTIONS'],
  ['/v1/publish/feed', 'GET, OPTIONS'],
  ['/v1/jobs/1', 'GET, DELETE, OPTIONS'],
  ['/v1/uploads/1?expires=1', 'PUT, GET, DELETE, OPTIONS'],
  ['/health', 'GET, OPTIONS'],
  ['/openapi.json', 'GET, OPTIONS'],
])('the preflight of %s allows %s', async (path, methods) => {
  const headers = {
    origin: EVIL,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type,idempotency-key',
  }
  const answer = await service.call('OPTIONS', path, { headers })
  expect([answer.status, answer.text]).toEqual([204, ''])
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  expect(answer.headers.get('access-control-allow-methods')).toBe(methods)
  expect(answer.headers.get('allow')).toBe(methods)
  const allowed = answer.headers.get('access-control-allow-headers')?.toLowerCase().split(', ')
  expect(allowed).toEqual(
    expect.arrayContaining([
      'authorization',
      'content-type',
      'idempotency-key',
      'mcp-protocol-version',
      'mcp-session-id',
    ]),
  )
})

test('every kind of answer may be read from anywhere, and is neither sniffed, framed nor embedded', async () => {
  const sample = await readFile('public/samples/captioned.mp4')
  const [, id] = (await upload(service, user.apiKey, 'talk.mp4', sample)).split('/')
  const answers = [
    await service.call('GET', '/health'),
    await service.call('GET', '/openapi.json'),
    await service.call('GET', '/v1/nowhere'),
    await service.call('PATCH', '/v1/transcript'),
    await service.call('GET', '/v1/me/api-key'),
    await service.call('POST', '/v1/transcript', { key: user.apiKey, body: {} }),
    await service.call('POST', '/v1/transcript', { key: user.apiKey, raw: 'a'.repeat(70_000) }),
    await service.call('GET', `/v1/uploads/${id}`, { key: user.apiKey }),
    await service.call('HEAD', `/v1/uploads/${id}`, { key: user.apiKey }),
    await service.call('OPTIONS', '/v1/nowhere'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 405, 401, 422, 413, 200, 200, 204])
  for (const { headers } of answers) {
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    })
  }
})
