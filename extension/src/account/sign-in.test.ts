import type { RequestListener, ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LoopbackServer, listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { readAccount, readHasEnded, storeTokens } from './account-store'
import { findToken, signIn, signOut } from './sign-in'

const OTHER_SERVER = 'https://other.example'

/** The storage of a browser, in memory. */
function createArea() {
  const values = new Map<string, unknown>()
  return {
    get: async (name: string) => (values.has(name) ? { [name]: values.get(name) } : {}),
    set: async (added: Record<string, unknown>) => {
      for (const [name, value] of Object.entries(added)) values.set(name, value)
    },
    remove: async (name: string) => void values.delete(name),
  }
}

let server = ''
/** The requests to the server, in order. */
let asked: string[] = []
let answerToken: (response: ServerResponse) => void
/** The events while the window of a sign-in is open. */
let whileOpen: () => void

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const endpoints = () => ({
  authorize: `${server}/authorize`,
  token: `${server}/token`,
  register: `${server}/register`,
  revoke: `${server}/revoke`,
})

const tokens = (accessToken: string) => ({
  accessToken,
  refreshToken: `refresh-${accessToken}`,
  expiresInSeconds: 3600,
})
const accountOf = (name: string) => ({ server: name, clientId: 'client', endpoints: endpoints() })

let site: LoopbackServer
const answer: RequestListener = (request, response) => {
  const path = request.url ?? '/'
  asked.push(path)
  if (path === '/token') return answerToken(response)
  if (path === '/register') return sendJson(response, 201, { client_id: 'client' })
  const { authorize, token, register, revoke } = endpoints()
  sendJson(response, 200, {
    issuer: server,
    authorization_endpoint: authorize,
    token_endpoint: token,
    registration_endpoint: register,
    revocation_endpoint: revoke,
  })
}

async function launchWebAuthFlow({ url }: { url: string }): Promise<string> {
  whileOpen()
  const state = new URL(url).searchParams.get('state') ?? ''
  return `https://abc.chromiumapp.org/?${new URLSearchParams({ code: 'code', state, iss: server })}`
}

beforeEach(async () => {
  site = await listenOnLoopback(answer)
  server = site.url
  asked = []
  answerToken = (response) =>
    sendJson(response, 200, { access_token: 'new', refresh_token: 'refresh-new', expires_in: 3600 })
  whileOpen = () => {}
  vi.stubGlobal('chrome', {
    identity: { getRedirectURL: () => 'https://abc.chromiumapp.org/', launchWebAuthFlow },
    permissions: { request: async () => true },
    storage: { local: createArea(), session: createArea() },
  })
  vi.stubGlobal('navigator', { locks: { request: (_name: string, work: () => unknown) => work() } })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await site.stop()
})

test('the token of a server is for no other', async () => {
  await storeTokens(accountOf(server), tokens('first'))
  expect(await findToken(OTHER_SERVER)).toBeNull()
  expect(await findToken(OTHER_SERVER, 'first')).toBeNull()
  expect(await findToken(server)).toBe('first')
  expect(asked).toEqual([])
})

test('a token that is left from the server before is not sent to the next', async () => {
  await storeTokens(accountOf(OTHER_SERVER), tokens('other'))
  // The panel was closed before the second write of a sign-in.
  await chrome.storage.local.set({ account: { ...accountOf(server), refreshToken: 'refresh' } })
  expect(await findToken(server)).toBe('new')
  expect(asked).toEqual(['/token'])
})

test('an aborted sign-in stores nothing, and a completed one is stored', async () => {
  const left = new AbortController()
  whileOpen = () => left.abort()
  await expect(signIn(server, left.signal)).rejects.toThrow('aborted')
  expect(asked).not.toContain('/token')
  const leftLate = new AbortController()
  whileOpen = () => {}
  const answer = answerToken
  answerToken = (response) => {
    leftLate.abort()
    answer(response)
  }
  await expect(signIn(server, leftLate.signal)).rejects.toThrow('aborted')
  expect(await readAccount()).toBeNull()
  await signIn(server, new AbortController().signal)
  expect((await readAccount())?.server).toBe(server)
})

test.each([
  [404, 'text/html', '<!doctype html><title>Not found</title>'],
  [400, 'application/json', '{"error":"invalid_request"}'],
  [403, 'application/json', '{"detail":"A proxy says no."}'],
  [200, 'text/html', '<!doctype html><title>Sign in to the network</title>'],
  [503, 'application/json', '{"error":"invalid_grant"}'],
])('a sign-in stays when the server answers %i %s %s', async (status, type, body) => {
  await storeTokens(accountOf(server), tokens('old'))
  answerToken = (response) => void response.writeHead(status, { 'content-type': type }).end(body)
  await expect(findToken(server, 'old')).rejects.toMatchObject({ reason: 'unreachable' })
  expect((await readAccount())?.refreshToken).toBe('refresh-old')
})

test.each(['invalid_grant', 'invalid_client'])('a sign-in ends with %s', async (error) => {
  await storeTokens(accountOf(server), tokens('old'))
  answerToken = (response) => sendJson(response, 400, { error })
  expect(await findToken(server, 'old')).toBeNull()
  expect(await readAccount()).toBeNull()
  expect(await readHasEnded()).toBe(true)
  answerToken = (response) => sendJson(response, 200, { access_token: 'a', refresh_token: 'r', expires_in: 3600 })
  await signIn(server, new AbortController().signal)
  expect(await readHasEnded()).toBe(false)
})

test('a person who signs out is not said to have been signed out by the server', async () => {
  await storeTokens(accountOf(server), tokens('first'))
  await signOut()
  expect(await readAccount()).toBeNull()
  expect(await readHasEnded()).toBe(false)
})
