import { beforeAll, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import type { Endpoint } from './request-context'
import { serveRequest } from './serve-request'

beforeAll(() => void setEnv({ BASE_URL: 'http://localhost:3000' }))

const ENDPOINT: Endpoint = {
  id: 'test',
  route: '/v1/test',
  resource: { metadataUrl: () => 'http://a' },
  operation: null,
}
const REQUEST = new Request('http://localhost:3000/v1/test')

async function refuse(): Promise<never> {
  throw new Problem('missing_credentials')
}

test('a rejected request is answered by its problem', async () => {
  const response = await serveRequest(ENDPOINT, REQUEST, refuse)
  expect([response.status, await response.json()]).toEqual([
    401,
    expect.objectContaining({ code: 'missing_credentials' }),
  ])
})

test('a HEAD request gets the status without the body, of a refusal too', async () => {
  const response = await serveRequest(ENDPOINT, new Request(REQUEST, { method: 'HEAD' }), refuse)
  expect([response.status, response.body]).toEqual([401, null])
})
