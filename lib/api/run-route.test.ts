import { expect, test } from 'vitest'
import { accountRoutes } from '@/lib/accounts/routes'
import type { Route } from '@/lib/core/operations/route'
import { RequestInvalid } from '@/lib/http/validation/validation-detail'
import { transcriptRoutes } from '@/lib/transcripts/routes'
import { checkRequest } from './run-route'

function operationOf(routes: readonly Route[], method: string, path: string) {
  const found = routes.find(({ operation }) => operation.method === method && operation.path === path)
  if (!found) throw new Error(`there is no ${method} ${path}`)
  return found.operation
}

const ME = operationOf(accountRoutes, 'get', '/v1/me')
const TRANSCRIPT = operationOf(transcriptRoutes, 'post', '/v1/transcript')

const arrival = (path: string, init?: RequestInit) => ({
  request: new Request(`http://localhost:3000${path}`, init),
  params: {},
  incoming: null,
})
const post = (body: string) =>
  arrival('/v1/transcript', { method: 'POST', body, headers: { 'content-type': 'application/json' } })

test('a request without a credential is refused before its handler', async () => {
  await expect(checkRequest(ME, arrival('/v1/me'))).rejects.toThrow(
    expect.objectContaining({ code: 'missing_credentials' }),
  )
})

test.each(['authorization', 'cookie'])('a request with %s is left to who identifies its caller', async (name) => {
  const checked = checkRequest(ME, arrival('/v1/me', { headers: { [name]: 'anything' } }))
  expect(await checked).toMatchObject({ params: undefined })
})

test('the shape of a request is checked before its credential', async () => {
  await expect(checkRequest(TRANSCRIPT, post('{"url":5}'))).rejects.toThrow(RequestInvalid)
  await expect(checkRequest(TRANSCRIPT, post('{"url":"https://a.example"}'))).rejects.toThrow(
    expect.objectContaining({ code: 'missing_credentials' }),
  )
})
