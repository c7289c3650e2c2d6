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

function refuse(): never {
  throw new Problem('missing_credentials')
}

test('what is thrown at once is refused at once, without a promise', () => {
  const response = serveRequest(ENDPOINT, REQUEST, refuse)
  expect(response).toBeInstanceOf(Response)
  expect((response as Response).status).toBe(401)
})

test('what is rejected later is refused in the same words', async () => {
  const wordsOf = async (response: Response | Promise<Response>) => {
    const { request_id: _, ...words } = (await (await response).json()) as Record<string, unknown>
    return words
  }
  const later = serveRequest(ENDPOINT, REQUEST, async () => refuse())
  expect(await wordsOf(later)).toEqual(await wordsOf(serveRequest(ENDPOINT, REQUEST, refuse)))
})

test('a HEAD request gets the status without the body, of a refusal too', async () => {
  const response = await serveRequest(ENDPOINT, new Request(REQUEST, { method: 'HEAD' }), refuse)
  expect([response.status, response.body]).toEqual([401, null])
})
