import { expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { newToken } from '@/lib/core/secrets/tokens'
import { newUser, useService } from '@/test/service'
import { type ApiKeyState, apiKeyStateSchema } from '../contract'
import { issueLocalToken } from '../local/local-access'
import { localBrowserCookie } from '../testing/local-browser'

const service = await useService()

test('the key is shown by its prefix only', async () => {
  const user = await newUser('free')
  const answer = await service.call('GET', '/v1/me/api-key', { key: user.apiKey })
  expect(apiKeyStateSchema.parse(answer.body)).toEqual({
    has_key: true,
    key_prefix: `${user.apiKey.slice(0, 12)}…`,
    tier: 'free',
    created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    key: null,
  })
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
})

test('a new key replaces the old one immediately', async () => {
  const user = await newUser()
  const { key }: ApiKeyState = (await service.call('POST', '/v1/me/api-key/regenerate', { key: user.apiKey })).body
  expect(key).toMatch(/^vbt_[0-9A-Za-z]{38}$/)
  const old = await service.call('GET', '/v1/me/api-key', { key: user.apiKey })
  expect([old.status, old.body]).toMatchObject([401, { code: 'invalid_credentials' }])
  const ensured = await service.call('POST', '/v1/me/api-key/ensure', { key: key ?? '' })
  expect(ensured.body).toMatchObject({ has_key: true, key: null })
})

test('only a hash of the key is stored', async () => {
  const user = await newUser()
  const row = await db().apiKey.findUniqueOrThrow({ where: { defaultOf: user.userId } })
  expect(Buffer.from(row.hash)).toHaveLength(32)
  expect(JSON.stringify(row)).not.toContain(user.apiKey.slice(12))
})

test('a missing key, a truncated key, an unknown key and another scheme get different errors', async () => {
  const call = (authorization?: string) =>
    service.call('GET', '/v1/me/api-key', { headers: authorization ? { authorization } : {} })
  const none = await call()
  expect([none.status, none.body]).toMatchObject([401, { code: 'missing_credentials' }])
  expect(none.headers.get('www-authenticate')).toBe(
    'Bearer realm="Verbatim", resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource"',
  )
  expect(none.headers.get('content-type')).toBe('application/problem+json')
  for (const wrong of [
    `Bearer ${newToken('vbt_').slice(0, -1)}`,
    `Bearer ${newToken('vbt_')}`,
    'Basic YTpi',
    'Bearer',
  ]) {
    const answer = await call(wrong)
    expect([answer.status, answer.body]).toMatchObject([401, { code: 'invalid_credentials' }])
    expect(answer.headers.get('www-authenticate')).toContain('invalid_token')
  }
})

test('a request without a key acts as the local account only from our own page in a browser that was let in', async () => {
  const cookie = await localBrowserCookie()
  const call = (headers: Record<string, string>) =>
    service.call('GET', '/v1/me/api-key', { headers: { cookie, ...headers } })
  const statusOf = async (headers: Record<string, string>) => (await call(headers)).status
  const page = { host: 'localhost:3000', 'sec-fetch-site': 'same-origin' }
  expect((await call(page)).body).toMatchObject({ tier: 'ultra' })
  expect(await statusOf({ host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' })).toBe(200)
  expect(await statusOf({ host: 'localhost:3000' })).toBe(401)
  expect(await statusOf({ ...page, cookie: '' })).toBe(401)
  expect(await statusOf({ ...page, cookie: `${cookie}x` })).toBe(401)
  expect(await statusOf({ ...page, cookie: cookie.replace(/^[^=]+/, 'verbatim.session') })).toBe(401)
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'http://evil.example' },
    { referer: 'http://evil.example/' },
    { host: 'rebound.example' },
  ]
  const proxied: Record<string, string>[] = [
    { 'x-forwarded-for': '192.0.2.1' },
    { 'x-forwarded-for': '127.0.0.1, 192.0.2.1' },
    { 'x-forwarded-host': 'verbatim.example' },
    { 'x-forwarded-server': 'proxy' },
    { 'x-real-ip': '127.0.0.1' },
    { 'cf-connecting-ip': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
  ]
  for (const headers of [...foreign, ...proxied]) {
    expect([headers, await statusOf({ ...page, ...headers })]).toEqual([headers, 401])
  }
  const byNext = {
    'x-forwarded-for': '::ffff:127.0.0.1',
    'x-forwarded-host': 'localhost:3000',
    'x-forwarded-proto': 'http',
  }
  expect(await statusOf({ ...page, ...byNext })).toBe(200)
  setEnv({ BASE_URL: 'https://verbatim.example' })
  expect(await statusOf(page)).toBe(401)
  setEnv({ BASE_URL: 'http://localhost:3000' })
})

test('the token of the data folder acts as the local account on this machine, until another one is made', async () => {
  await localBrowserCookie()
  const token = issueLocalToken()
  const statusOf = async (headers: Record<string, string> = {}, key = token) =>
    (await service.call('GET', '/v1/me/api-key', { key, headers: { host: 'localhost:3000', ...headers } })).status
  expect(await statusOf()).toBe(200)
  expect(await statusOf({ 'x-forwarded-for': '192.0.2.1' })).toBe(401)
  expect(await statusOf({ host: 'rebound.example' })).toBe(401)
  expect(await statusOf({}, newToken('vbl_'))).toBe(401)
  const next = issueLocalToken()
  expect([await statusOf(), await statusOf({}, next)]).toEqual([401, 200])
})
