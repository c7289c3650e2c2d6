import { expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import { newUser, useService } from '@/test/service'
import type { ApiKeyView, CreatedApiKeyView, KeyUseView } from './contract'
import { flushKeyUses } from './key-use'
import { addKeyUses, purgeFormerKeyUses } from './key-use-table'

const service = await useService()

const create = async (key: string, body: Record<string, unknown>) => {
  const answer = await service.call('POST', '/v1/me/api-keys', { key, body })
  return { status: answer.status, body: answer.body as CreatedApiKeyView, headers: answer.headers }
}
const list = async (key: string) =>
  ((await service.call('GET', '/v1/me/api-keys', { key })).body as { keys: ApiKeyView[] }).keys
const uses = async (key: string, days = 30) =>
  ((await service.call('GET', `/v1/me/api-keys/uses?days=${days}`, { key })).body as { uses: KeyUseView[] }).uses
const statusWith = async (key: string, path = '/v1/me/transcriptions') =>
  (await service.call('GET', path, { key })).status

test('a named key works beside the default key, and its plaintext is only in the response that created it', async () => {
  const { apiKey } = await newUser()
  const made = await create(apiKey, { name: '  Backup server ' })
  expect(made).toMatchObject({ status: 201, body: { name: 'Backup server', scopes: null, expires_at: null } })
  expect(made.headers.get('cache-control')).toBe('private, no-store')
  const { key, ...shown } = made.body
  expect(key).toMatch(/^vbt_[0-9A-Za-z]{38}$/)
  expect(await list(key)).toMatchObject([
    { name: null, prefix: `${apiKey.slice(0, 12)}…` },
    { ...shown, last_used_at: expect.any(String) },
  ])
  const row = await db().apiKey.findUniqueOrThrow({ where: { id: shown.id } })
  expect(JSON.stringify(row)).not.toContain(key.slice(12))
  // The default key is regenerated alone.
  await service.call('POST', '/v1/me/api-key/regenerate', { key: apiKey })
  expect([await statusWith(apiKey), await statusWith(key)]).toEqual([401, 200])
})

test('a named key with full access neither replaces nor deletes the default key', async () => {
  const { apiKey } = await newUser()
  const { key } = (await create(apiKey, { name: 'Stolen' })).body
  const [own] = await list(apiKey)
  for (const [method, path] of [
    ['POST', '/v1/me/api-key/regenerate'],
    ['DELETE', `/v1/me/api-keys/${own?.id}`],
  ] as const) {
    const answer = await service.call(method, path, { key })
    expect([answer.status, answer.body]).toMatchObject([403, { code: 'insufficient_scope' }])
  }
  expect(await statusWith(apiKey)).toBe(200)
})

test('regenerating the default key deletes the named keys where that is asked for', async () => {
  const { apiKey } = await newUser()
  const named = [(await create(apiKey, { name: 'One' })).body.key, (await create(apiKey, { name: 'Two' })).body.key]
  const path = '/v1/me/api-key/regenerate?delete_named_keys=true'
  const { key } = (await service.call('POST', path, { key: apiKey })).body as CreatedApiKeyView
  for (const old of [apiKey, ...named]) expect(await statusWith(old)).toBe(401)
  expect(await list(key)).toMatchObject([{ name: null, prefix: `${key.slice(0, 12)}…` }])
})

test('a key with scopes does what they say, and never manages keys', async () => {
  const { apiKey } = await newUser()
  const { key, scopes } = (await create(apiKey, { name: 'Reader', scopes: ['transcripts:read', 'transcripts:read'] }))
    .body
  expect(scopes).toEqual(['transcripts:read'])
  expect(await statusWith(key)).toBe(200)
  const refused = await service.call('POST', '/v1/transcript', { key, body: { url: 'https://youtu.be/jNQXAC9IVRw' } })
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'insufficient_scope' }])
  for (const [method, path] of [
    ['GET', '/v1/me/api-keys'],
    ['POST', '/v1/me/api-key/regenerate'],
    ['POST', '/v1/me/api-key/ensure'],
    ['DELETE', `/v1/me/api-keys/${newId()}`],
    ['GET', '/v1/me/sessions'],
    ['GET', '/v1/doctor'],
  ] as const) {
    const answer = await service.call(method, path, { key })
    expect([path, answer.status, answer.body]).toMatchObject([path, 403, { code: 'insufficient_scope' }])
  }
})

test('a key is refused from the moment it expires or is deleted, and the reason is said', async () => {
  const { apiKey } = await newUser()
  const expiring = (await create(apiKey, { name: 'A week', expires_in_days: 7 })).body
  expect(Date.parse(expiring.expires_at ?? '') - Date.parse(expiring.created_at)).toBeCloseTo(7 * 24 * 3_600_000, -4)
  expect(await statusWith(expiring.key)).toBe(200)
  await db().apiKey.update({ where: { id: expiring.id }, data: { expiresAt: new Date(Date.now() - 1000) } })
  const late = await service.call('GET', '/v1/me/transcriptions', { key: expiring.key })
  expect([late.status, late.body]).toMatchObject([
    401,
    { code: 'invalid_credentials', detail: expect.stringMatching(/^This API key expired on \d{4}-/) },
  ])
  const removed = (await create(apiKey, { name: 'Removed' })).body
  const gone = await service.call('DELETE', `/v1/me/api-keys/${removed.id}`, { key: apiKey })
  expect([gone.status, gone.body]).toEqual([200, { deleted: true }])
  const after = await service.call('GET', '/v1/me/transcriptions', { key: removed.key })
  expect([after.status, after.body]).toMatchObject([401, { detail: 'This API key was deleted. Use another one.' }])
  expect((await service.call('DELETE', `/v1/me/api-keys/${removed.id}`, { key: apiKey })).status).toBe(404)
  expect((await list(apiKey)).map(({ name }) => name)).toEqual([null, 'A week'])
})

test('a deleted default key leaves its slot empty, and ensure fills it again', async () => {
  const { apiKey } = await newUser()
  const other = (await create(apiKey, { name: 'Other' })).body.key
  const [own] = await list(apiKey)
  await service.call('DELETE', `/v1/me/api-keys/${own?.id}`, { key: apiKey })
  expect(await statusWith(apiKey)).toBe(401)
  expect((await service.call('GET', '/v1/me/api-key', { key: other })).body).toMatchObject({
    has_key: false,
    key_prefix: null,
  })
  const ensured = await service.call('POST', '/v1/me/api-key/ensure', { key: other })
  expect(ensured.body).toMatchObject({ has_key: true, key: expect.stringMatching(/^vbt_/) })
})

test('a user cannot see or delete the keys of another account', async () => {
  const [one, other] = [await newUser(), await newUser()]
  const { id } = (await create(one.apiKey, { name: 'Mine' })).body
  expect((await service.call('DELETE', `/v1/me/api-keys/${id}`, { key: other.apiKey })).status).toBe(404)
  expect(await list(other.apiKey)).toHaveLength(1)
  expect(await list(one.apiKey)).toHaveLength(2)
  expect((await uses(other.apiKey)).every(({ name }) => name !== 'Mine')).toBe(true)
})

test('names, scopes and days that make no sense are refused with the field they stand in', async () => {
  const { apiKey } = await newUser()
  for (const [field, body] of [
    ['name', {}],
    ['name', { name: '  ' }],
    ['name', { name: 'x'.repeat(61) }],
    ['scopes', { name: 'x', scopes: [] }],
    ['scopes', { name: 'x', scopes: ['account'] }],
    ['expires_in_days', { name: 'x', expires_in_days: 0 }],
    ['expires_in_days', { name: 'x', expires_in_days: 4000 }],
  ] as const) {
    const answer = await service.call('POST', '/v1/me/api-keys', { key: apiKey, body })
    expect([body, answer.status, JSON.stringify(answer.body)]).toEqual([
      body,
      422,
      expect.stringContaining(`"${field}"`),
    ])
  }
  expect(await list(apiKey)).toHaveLength(1)
})

test('an account has at most 50 keys, however many are created at the same time', async () => {
  const { apiKey, userId } = await newUser()
  const row = (index: number) => ({ userId, name: `${index}`, hash: Buffer.alloc(32, newId()), prefix: 'vbt_' })
  await db().apiKey.createMany({ data: Array.from({ length: 46 }, (_, index) => row(index)) })
  const answers = await Promise.all(Array.from({ length: 6 }, () => create(apiKey, { name: 'One more' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'too_many_api_keys',
    context: { limit: 50 },
  })
})

test('a key that expires creates no key that lasts longer', async () => {
  const { apiKey } = await newUser()
  const { key, expires_at } = (await create(apiKey, { name: 'Trial', expires_in_days: 1 })).body
  for (const days of [null, 30]) {
    const made = await create(key, { name: `For ${days}`, expires_in_days: days })
    expect(made).toMatchObject({ status: 201, body: { expires_at } })
  }
  for (const verb of ['regenerate', 'ensure']) {
    const answer = await service.call('POST', `/v1/me/api-key/${verb}`, { key })
    expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } })
  }
  expect(await statusWith(apiKey)).toBe(200)
})

test('the last 100 deleted keys are kept', async () => {
  const { apiKey, userId } = await newUser()
  const deleted = (index: number) => ({
    userId,
    name: `${index}`,
    hash: Buffer.alloc(32, newId()),
    prefix: 'vbt_',
    deletedAt: new Date(Date.now() - index * 1000),
  })
  await db().apiKey.createMany({ data: Array.from({ length: 130 }, (_, index) => deleted(index)) })
  expect((await create(apiKey, { name: 'New' })).status).toBe(201)
  const rows = await db().apiKey.findMany({ where: { userId, deletedAt: { not: null } }, select: { name: true } })
  expect(rows).toHaveLength(100)
  expect(rows.map(({ name }) => name)).not.toContain('129')
})

test('the use of each key is counted by day, with what was refused', async () => {
  const { apiKey } = await newUser()
  const { key, id } = (await create(apiKey, { name: 'Counted', scopes: ['transcripts:read'] })).body
  for (let call = 0; call < 3; call++) expect(await statusWith(key)).toBe(200)
  expect(await statusWith(key, '/v1/me/api-keys')).toBe(403)
  await service.call('DELETE', `/v1/me/api-keys/${id}`, { key: apiKey })
  expect(await statusWith(key)).toBe(401)
  const today = new Date().toISOString().slice(0, 10)
  expect((await uses(apiKey)).find(({ key_id }) => key_id === id)).toEqual({
    date: today,
    key_id: id,
    name: 'Counted',
    prefix: `${key.slice(0, 12)}…`,
    deleted: true,
    requests: 5,
    refused: 2,
  })
})

test('uses of more than the days asked for are not listed, and those of more than 90 days are purged with deleted keys', async () => {
  const { apiKey, userId } = await newUser()
  const { id } = (await create(apiKey, { name: 'Old' })).body
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)
  const day = (days: number) => daysAgo(days).toISOString().slice(0, 10)
  const use = { keyId: id, userId, requests: 2, refused: 0 }
  await addKeyUses([
    { ...use, day: day(20) },
    { ...use, day: day(40) },
    { ...use, day: day(100) },
  ])
  await addKeyUses([{ ...use, day: day(20) }])
  const ofKey = async (days: number) => (await uses(apiKey, days)).filter(({ key_id }) => key_id === id)
  expect((await ofKey(30)).map(({ date, requests }) => [date, requests])).toEqual([[day(20), 4]])
  expect(await ofKey(90)).toHaveLength(2)
  await db().apiKey.update({ where: { id }, data: { deletedAt: daysAgo(91) } })
  await purgeFormerKeyUses(90)
  expect(await ofKey(90)).toHaveLength(0)
  expect(await db().apiKey.findUnique({ where: { id } })).toBeNull()
  // Counts for a deleted key are dropped.
  await addKeyUses([{ ...use, day: day(0) }])
  await flushKeyUses()
  expect(await ofKey(90)).toHaveLength(0)
})
