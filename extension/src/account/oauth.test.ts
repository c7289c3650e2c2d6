import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { parseAccount } from './account-store'
import { authorizeUrl, parseMetadata, parseRedirect } from './oauth'
import { challengeOf, newSecret } from './pkce'
import { parseServer } from './server-url'
import { SignInError } from './sign-in-error'

const SERVER = 'https://verbatim.example'
const METADATA = {
  issuer: SERVER,
  authorization_endpoint: `${SERVER}/oauth/authorize`,
  token_endpoint: `${SERVER}/oauth/token`,
  registration_endpoint: `${SERVER}/oauth/register`,
  revocation_endpoint: `${SERVER}/oauth/revoke`,
}
const endpoints = parseMetadata(SERVER, METADATA)

/** Why something is refused. */
function reasonOf(work: () => unknown): string | null {
  try {
    work()
    return null
  } catch (error) {
    return error instanceof SignInError ? error.reason : String(error)
  }
}

test('a verifier is random, and its challenge is its SHA-256', async () => {
  const verifier = newSecret()
  expect(verifier).toMatch(/^[\w-]{43}$/)
  expect(newSecret()).not.toBe(verifier)
  expect(await challengeOf(verifier)).toBe(createHash('sha256').update(verifier).digest('base64url'))
  // The example of RFC 7636, appendix B.
  const example = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  expect(await challengeOf(example)).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
})

test('the sign-in asks for transcripts only, with PKCE, for this server', () => {
  const redirectUri = 'https://abc.chromiumapp.org/'
  const url = new URL(
    authorizeUrl(endpoints, { server: SERVER, clientId: 'c', redirectUri, challenge: 'x', state: 's&t' }),
  )
  expect(url.origin + url.pathname).toBe(`${SERVER}/oauth/authorize`)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'c',
    redirect_uri: redirectUri,
    code_challenge: 'x',
    code_challenge_method: 'S256',
    scope: 'transcripts:read transcripts:write',
    resource: SERVER,
    state: 's&t',
  })
})

describe('metadata', () => {
  test('with another issuer names that issuer', () => {
    const work = () => parseMetadata(SERVER, { ...METADATA, issuer: 'http://localhost:3000' })
    expect(reasonOf(work)).toBe('other-server')
    expect(work).toThrow('http://localhost:3000')
  })

  test.each([
    null,
    'text',
    {},
    { ...METADATA, token_endpoint: 'https://evil.example/token' },
    { ...METADATA, revocation_endpoint: undefined },
    { ...METADATA, registration_endpoint: 'nowhere' },
  ])('that leads elsewhere or lacks something is refused: %j', (metadata) => {
    expect(reasonOf(() => parseMetadata(SERVER, metadata))).toBe('no-server')
  })
})

describe('a redirect', () => {
  const back = (answer: Record<string, string>) => `https://abc.chromiumapp.org/?${new URLSearchParams(answer)}`
  const read = (answer: Record<string, string>) => () => parseRedirect(back(answer), { server: SERVER, state: 'right' })

  test('with our state and the name of the server has the code', () => {
    expect(read({ code: 'abc', state: 'right', iss: SERVER })()).toBe('abc')
  })

  test.each([
    [{ code: 'abc', state: 'wrong', iss: SERVER }, 'refused'],
    [{ code: 'abc', iss: SERVER }, 'refused'],
    [{ code: 'abc', state: 'right' }, 'refused'],
    [{ code: 'abc', state: 'right', iss: 'https://evil.example' }, 'refused'],
    [{ state: 'right', iss: SERVER }, 'refused'],
    [{ error: 'access_denied', state: 'right', iss: SERVER }, 'denied'],
    [{ error: 'access_denied', state: 'wrong', iss: SERVER }, 'refused'],
  ])('that is not an answer to us is refused: %j', (answer, reason) => {
    expect(reasonOf(read(answer))).toBe(reason)
  })
})

test.each([
  ['localhost:3000', 'http://localhost:3000'],
  [' 127.0.0.1:3000/ ', 'http://127.0.0.1:3000'],
  ['[::1]:3000', 'http://[::1]:3000'],
  ['verbatim.example', 'https://verbatim.example'],
  ['http://localhost:80/transcripts?x=1', 'http://localhost'],
  ['http://server.local/', null],
  ['http://127.0.0.1.evil.example/', null],
  ['http://localhost.evil.example/', null],
  ['HTTPS://Verbatim.Example/', 'https://verbatim.example'],
  ['', null],
  ['not a url', null],
  ['https://you:secret@verbatim.example', null],
  ['javascript:alert(1)', null],
])('the server %j is %j', (typed, server) => expect(parseServer(typed)).toBe(server))

test('only a complete account is read from the store', () => {
  const account = { server: SERVER, clientId: 'c', refreshToken: 'r', endpoints }
  expect(parseAccount(account)).toEqual(account)
  for (const name of ['server', 'clientId', 'refreshToken', 'endpoints']) {
    expect(parseAccount({ ...account, [name]: undefined })).toBeNull()
  }
  expect(parseAccount({ ...account, server: 'http://server.example' })).toBeNull()
  expect(parseAccount(undefined)).toBeNull()
})
