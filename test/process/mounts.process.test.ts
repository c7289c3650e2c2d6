import { expect, test } from 'vitest'
import { openLocalBrowser } from './local-browser'
import { useBothMounts } from './use-both-mounts'

const { service, site } = await useBothMounts()

const bearer = { authorization: `Bearer ${service.apiKey}` }
const json = { ...bearer, 'content-type': 'application/json' }
const CASES: [method: string, path: string, init: RequestInit][] = [
  ['GET', '/ready', {}],
  ['GET', '/openapi.json', {}],
  ['GET', '/v1/me/api-key', { headers: bearer }],
  ['GET', '/v1/me/api-key', {}],
  ['POST', '/v1/transcript', { headers: json, body: '{' }],
  ['POST', '/v1/transcript', { headers: json, body: '{"url": 5}' }],
  ['POST', '/v1/transcript', { headers: json, body: '{"audio": "http://127.0.0.1/a.mp3"}' }],
  ['GET', '/v1/jobs/0', { headers: bearer }],
  ['GET', '/v1/nowhere', {}],
  ['PATCH', '/v1/transcript', {}],
  ['GET', '/.well-known/oauth-authorization-server', {}],
  ['GET', '/.well-known/openid-configuration', {}],
  ['POST', '/oauth/token', { body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x' }) }],
  ['GET', '/oauth/token', {}],
  ['GET', '/v1/me/sessions', { headers: { 'sec-fetch-site': 'cross-site', cookie: 'verbatim.session=x' } }],
  ['POST', '/mcp', {}],
]

async function ask(baseUrl: string, method: string, target: string, init: RequestInit) {
  const response = await fetch(baseUrl + target, { ...init, method })
  const { request_id: _, ...body } = (await response.json()) as Record<string, unknown>
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  const headers = ['content-type', 'www-authenticate', 'allow', 'cache-control'].map((name) =>
    response.headers.get(name),
  )
  return { status: response.status, headers, body }
}

test('both mounts report the programs that they found', async () => {
  for (const { baseUrl } of [service, site]) {
    const health = async () => (await fetch(`${baseUrl}/health`)).text()
    await expect.poll(health, { timeout: 30_000 }).not.toContain('checking')
  }
})

test('both mounts report the same parts, whose measured values differ', async () => {
  const [direct, next] = await Promise.all([service, site].map(({ baseUrl }) => ask(baseUrl, 'GET', '/health', {})))
  expect([next?.status, next?.headers]).toEqual([200, direct?.headers])
  expect(Object.keys(next?.body ?? {})).toEqual(Object.keys(direct?.body ?? {}))
})

test.each(CASES)('%s %s is answered alike by both mounts (%#)', async (method, target, init) => {
  expect(await ask(site.baseUrl, method, target, init)).toEqual(await ask(service.baseUrl, method, target, init))
})

const OWN_METHODS = new Set([
  'content-encoding',
  'ratelimit',
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'x-request-id',
])

/**
 * All headers but those of the connection and of Next's router, and how many more calls there may be. Uncompressed: each
 * mount compresses in its own way.
 */
async function headersOf(baseUrl: string, method: string, target: string, init: RequestInit) {
  const headers = { ...init.headers, 'accept-encoding': 'identity' }
  const response = await fetch(baseUrl + target, { ...init, method, headers })
  await response.arrayBuffer()
  return Object.fromEntries([...response.headers].filter(([name]) => !OWN_METHODS.has(name)))
}

const foreign = { origin: 'https://another.example', 'access-control-request-method': 'POST' }
test.each([
  ...CASES,
  ['OPTIONS', '/v1/transcript', { headers: foreign }],
  ['OPTIONS', '/health', { headers: foreign }],
  ['OPTIONS', '/oauth/token', { headers: foreign }],
  ['OPTIONS', '/oauth/register', { headers: foreign }],
  ['OPTIONS', '/.well-known/oauth-authorization-server', { headers: foreign }],
  ['OPTIONS', '/.well-known/oauth-protected-resource/mcp', { headers: foreign }],
  ['OPTIONS', '/mcp', { headers: { 'access-control-request-method': 'POST' } }],
] as const)('%s %s bears the same headers through both mounts (%#)', async (method, target, init) => {
  const direct = await headersOf(service.baseUrl, method, target, init)
  expect(direct).toMatchObject({ 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' })
  expect(await headersOf(site.baseUrl, method, target, init)).toEqual(direct)
})

test('the local account is not reached from another site, or without a browser', async () => {
  const key = `${service.baseUrl}/v1/me/api-key`
  const cookie = await openLocalBrowser(service)
  expect((await fetch(key, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })).status).toBe(200)
  expect((await fetch(key, { headers: { cookie, 'sec-fetch-site': 'cross-site' } })).status).toBe(401)
  expect((await fetch(key, { headers: { cookie } })).status).toBe(401)
  expect((await fetch(key, { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(401)
})
