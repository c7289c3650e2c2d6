import { expect, test } from 'vitest'
import { db } from '@/lib/platform/db'
import { newToken } from '@/lib/platform/tokens'
import { newUser, useService } from '@/test/service'
import { type ApiKeyState, apiKeyStateSchema } from './contract'

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

test('a new key replaces the old one at once', async () => {
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
  const row = await db().apiKey.findUniqueOrThrow({ where: { userId: user.userId } })
  expect(Buffer.from(row.hash)).toHaveLength(32)
  expect(JSON.stringify(row)).not.toContain(user.apiKey.slice(12))
})

test('no key, a cut key, a key of nobody and another scheme are told apart', async () => {
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

test('a request without a key acts as the local account only from our own page on this machine', async () => {
  const { createUser } = await import('./create-user')
  await createUser({ email: 'you@localhost', tier: 'ultra', isLocal: true })
  const call = (headers: Record<string, string>) => service.call('GET', '/v1/me/api-key', { headers })
  expect((await call({ host: 'localhost:3000', 'sec-fetch-site': 'same-origin' })).body).toMatchObject({
    tier: 'ultra',
  })
  expect((await call({ host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' })).status).toBe(200)
  expect((await call({ host: 'localhost:3000' })).status).toBe(401)
  expect((await call({ host: 'localhost:3000', 'sec-fetch-site': 'cross-site' })).status).toBe(401)
  const own = { host: '127.0.0.1:3000', 'sec-fetch-site': 'same-origin' }
  expect((await call({ ...own, 'x-forwarded-for': '192.0.2.1' })).status).toBe(401)
  expect((await call({ ...own, 'x-forwarded-for': '127.0.0.1, 192.0.2.1' })).status).toBe(401)
  expect((await call({ ...own, 'x-forwarded-host': 'verbatim.example' })).status).toBe(401)
  expect((await call({ ...own, via: '1.1 proxy' })).status).toBe(401)
  const byNext = {
    'x-forwarded-for': '::ffff:127.0.0.1',
    'x-forwarded-host': 'localhost:3000',
    'x-forwarded-proto': 'http',
  }
  expect((await call({ ...own, ...byNext })).status).toBe(200)
  expect((await call({ host: 'rebound.example', 'sec-fetch-site': 'same-origin' })).status).toBe(401)
  expect((await call({ host: 'localhost:3000', origin: 'http://evil.example' })).status).toBe(401)
})
