import { expect, test } from 'vitest'
import { newUser, useService } from '@/test/service'

const service = await useService()

test('a response is not sent again while it is the same', async () => {
  const { apiKey: key } = await newUser()
  const body = { name: 'backup' }
  await service.call('POST', '/v1/me/api-keys', { key, body })
  for (const path of ['/v1/me/api-keys', '/v1/me', '/v1/me/transcriptions', '/v1/plans', '/openapi.json']) {
    const first = await service.call('GET', path, { key })
    const etag = first.headers.get('etag') ?? ''
    expect([path, first.status, etag]).toEqual([path, 200, expect.stringMatching(/^"[\w-]{22}\.json"$/)])
    const same = await service.call('GET', path, { key, headers: { 'if-none-match': `"other", W/${etag}` } })
    expect([path, same.status, same.text, same.headers.get('etag')]).toEqual([path, 304, '', etag])
    expect(same.headers.get('content-type')).toBeNull()
    const other = await service.call('GET', path, { key, headers: { 'if-none-match': '"other"' } })
    expect([path, other.status, other.text]).toEqual([path, 200, first.text])
    const head = await service.call('HEAD', path, { key, headers: { 'if-none-match': etag } })
    expect([path, head.status, head.headers.get('etag')]).toEqual([path, 304, etag])
  }
})

test('a changed response is sent again', async () => {
  const { apiKey: key } = await newUser()
  const read = (headers = {}) => service.call('GET', '/v1/me/api-keys', { key, headers })
  const etag = (await read()).headers.get('etag') ?? ''
  await service.call('POST', '/v1/me/api-keys', { key, body: { name: 'backup' } })
  const changed = await read({ 'if-none-match': etag })
  expect(changed.status).toBe(200)
  expect(changed.headers.get('etag')).not.toBe(etag)
})

test('a call that changes something, and an error, have no entity tag', async () => {
  const { apiKey: key } = await newUser()
  const made = await service.call('POST', '/v1/me/api-keys', { key, body: { name: 'backup' } })
  expect([made.status < 300, made.headers.get('etag')]).toEqual([true, null])
  const missing = await service.call('GET', '/v1/jobs/none', { key, headers: { 'if-none-match': '*' } })
  expect([missing.status, missing.headers.get('etag')]).toEqual([404, null])
})
