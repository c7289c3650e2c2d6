import { expect, test } from 'vitest'
import { useService } from '@/test/service'
import { connectApp, newVerifier, REDIRECT_URI } from '../testing/connect-app'
import { readAuthorization } from './read-authorization'

const service = await useService({ RATE_LIMIT_PUBLIC_PER_MINUTE: '0' })
const app = connectApp(service.call)
const { client_id } = await app.register({ client_name: 'Reader' })
const { challenge } = newVerifier()

const RIGHT = {
  response_type: 'code',
  client_id,
  redirect_uri: REDIRECT_URI,
  code_challenge: challenge,
  code_challenge_method: 'S256',
  state: 's&t',
}

/** The result of the authorization endpoint's query, with some parameters changed or, as null, left out. */
function read(changes: Record<string, string | null> = {}) {
  const query = Object.entries({ ...RIGHT, ...changes })
  return readAuthorization(query.filter((entry): entry is [string, string] => entry[1] !== null))
}

test('a valid authorization request is shown with its full scope', async () => {
  expect(await read({ scope: 'transcripts:read openid' })).toMatchObject({
    kind: 'ask',
    target: { client: { id: client_id, name: 'Reader' }, redirectUri: REDIRECT_URI },
    request: { codeChallenge: challenge, scope: 'transcripts:read', resource: null },
    state: 's&t',
  })
  expect(await read({ scope: null, state: null, resource: 'http://localhost:3000/mcp' })).toMatchObject({
    request: { scope: 'transcripts:read transcripts:write', resource: 'http://localhost:3000/mcp' },
    state: null,
  })
})

test('an app that registered one address need not name it', async () => {
  expect(await read({ redirect_uri: null })).toMatchObject({ kind: 'ask', target: { redirectUri: REDIRECT_URI } })
  const two = await app.register({ redirect_uris: [REDIRECT_URI, 'https://app.example/other'] })
  expect(await read({ client_id: two.client_id, redirect_uri: null })).toMatchObject({ kind: 'refused' })
})

test.each([
  [{ client_id: null }, 'invalid_request'],
  [{ client_id: '' }, 'invalid_request'],
  [{ client_id: 'nobody' }, 'invalid_client'],
  [{ client_id: 'a\u0000' }, 'invalid_request'],
  [{ redirect_uri: 'https://evil.example/cb' }, 'invalid_request'],
  [{ redirect_uri: 'javascript:alert(1)' }, 'invalid_request'],
])('nothing is redirected for an app or address that is not right: %j', async (changes, code) => {
  expect(await read(changes)).toMatchObject({ kind: 'refused', error: { code } })
})

test('nothing is redirected when a parameter is there twice', async () => {
  const twice = [...Object.entries(RIGHT), ['redirect_uri', 'https://evil.example/cb']] as [string, string][]
  expect(await readAuthorization(twice)).toMatchObject({ kind: 'refused', error: { code: 'invalid_request' } })
})

test.each([
  [{ response_type: null }, 'invalid_request'],
  [{ response_type: 'token' }, 'unsupported_response_type'],
  [{ response_type: 'code id_token' }, 'unsupported_response_type'],
  [{ response_mode: 'fragment' }, 'invalid_request'],
  [{ code_challenge: null }, 'invalid_request'],
  [{ code_challenge_method: null }, 'invalid_request'],
  [{ code_challenge_method: 'plain' }, 'invalid_request'],
  [{ code_challenge: 'short' }, 'invalid_request'],
  [{ scope: 'account billing' }, 'invalid_scope'],
  [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
])('a wish that is not right goes back to the app, with its state and our name: %j', async (changes, error) => {
  const answer = await read(changes)
  if (answer.kind !== 'back') throw new Error(`It was not taken back, but ${answer.kind}.`)
  const back = new URL(answer.redirectTo)
  expect(back.origin + back.pathname).toBe(REDIRECT_URI)
  expect(Object.fromEntries(back.searchParams)).toEqual({
    error,
    error_description: expect.any(String),
    state: 's&t',
    iss: 'http://localhost:3000',
  })
})
