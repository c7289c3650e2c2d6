import { afterAll, beforeEach, expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import type { OriginAnswer } from '@/test/origin/handle-request'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { newUser, useService } from '@/test/service'
import { authorizedSchema } from '../contract'
import { connectApp, newVerifier, REDIRECT_URI } from '../testing/connect-app'
import { tokenSchema } from '../tokens/contract'

const GOOD = 'https://apps.example/client.json'

const describing = (id: string, changes: Record<string, unknown> = {}): OriginAnswer => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ client_id: id, client_name: 'Document app', redirect_uris: [REDIRECT_URI], ...changes }),
})

const at = (path: string) => `https://apps.example/${path}`
const ANSWERS: Record<string, () => OriginAnswer> = {
  [GOOD]: () => describing(GOOD),
  [at('other')]: () => describing(GOOD),
  [at('redirect')]: () => ({ status: 302, headers: { location: GOOD } }),
  [at('html')]: () => ({ body: '<html></html>' }),
  [at('missing')]: () => ({ ...describing(at('missing')), status: 404 }),
  [at('secret')]: () => describing(at('secret'), { client_secret: 'x' }),
  [at('signed')]: () => describing(at('signed'), { token_endpoint_auth_method: 'private_key_jwt' }),
  [at('script')]: () => describing(at('script'), { redirect_uris: ['javascript:alert(1)'] }),
  [at('none')]: () => describing(at('none'), { redirect_uris: [] }),
  [at('huge')]: () => describing(at('huge'), { padding: 'x'.repeat(70_000) }),
  [at('elsewhere')]: () => describing(at('elsewhere'), { redirect_uris: ['https://other.example/cb'] }),
}

const origin = await startOrigin([({ url }) => ANSWERS[url]?.()])
afterAll(origin.close)
const service = await useService({ RATE_LIMIT_PUBLIC_PER_MINUTE: '0' })
trustOrigin(origin)
const app = connectApp(service.call)
const user = await newUser()

const asked = (url: string) => origin.requests.filter((request) => request.url === url).length

async function ask(client_id: string, redirect_uri = REDIRECT_URI) {
  const { verifier, challenge } = newVerifier()
  const body = { client_id, redirect_uri, code_challenge: challenge }
  return { answer: await service.call('POST', '/v1/oauth/authorize', { key: user.apiKey, body }), verifier }
}

beforeEach(async () => {
  origin.requests.length = 0
  await db().oauthClient.deleteMany()
})

test('an app is known by the document at its address, which is asked for once a day', async () => {
  const [{ answer, verifier }, ...others] = await Promise.all([ask(GOOD), ask(GOOD), ask(GOOD)])
  expect([answer, ...others.map((other) => other.answer)].map(({ status }) => status)).toEqual([200, 200, 200])
  expect(asked(GOOD)).toBe(1)
  const { code } = authorizedSchema.parse(answer.body)
  const fields = { grant_type: 'authorization_code', client_id: GOOD, code: code ?? '', code_verifier: verifier }
  const token = tokenSchema.parse((await app.askToken(fields)).body)
  expect((await app.refresh(GOOD, token.refresh_token ?? '')).status).toBe(200)
  expect(asked(GOOD)).toBe(1)
  const listed = await service.call('GET', '/v1/me/connections', { key: user.apiKey })
  expect(listed.body).toMatchObject({ connections: [{ kind: 'app', name: 'Document app', host: 'apps.example' }] })

  await db().oauthClient.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } })
  expect((await ask(GOOD)).answer.status).toBe(200)
  expect(asked(GOOD)).toBe(2)
})

test.each(['other', 'redirect', 'html', 'missing', 'secret', 'signed', 'script', 'none', 'huge'])(
  'a document that is not right is refused, and asked for again the next time: %s',
  async (name) => {
    for (const times of [1, 2]) {
      const { answer } = await ask(at(name))
      expect([answer.status, answer.body]).toMatchObject([400, { error: 'invalid_client' }])
      expect(asked(at(name))).toBe(times)
    }
    expect(asked(GOOD)).toBe(0)
  },
)

test('how a host answers for a document shows in no error: the status is not shown, nor whether there is a host', async () => {
  const [missing, redirect, away] = [
    await ask(at('missing')),
    await ask(at('redirect')),
    await ask('https://none.example/x'),
  ]
  expect(missing.answer.text).toContain("can't be fetched")
  expect([redirect.answer.text, away.answer.text]).toEqual([missing.answer.text, missing.answer.text])
})

test('a document says where its app may be answered', async () => {
  expect((await ask(at('elsewhere'))).answer.body).toMatchObject({ error: 'invalid_request' })
  expect((await ask(at('elsewhere'), 'https://other.example/cb')).answer.status).toBe(200)
})

test.each([
  'http://apps.example/client.json',
  'https://apps.example',
  'https://apps.example/',
  'https://apps.example/a/../client.json',
  'https://user@apps.example/client.json',
  'https://apps.example/client.json#x',
  'https://APPS.example/client.json',
  `https://apps.example/${'x'.repeat(600)}`,
])('an id that is not the plain address of a document is not fetched: %s', async (id) => {
  expect((await ask(id)).answer.body).toMatchObject({ error: 'invalid_client' })
  expect(origin.requests).toEqual([])
})

test.each([
  'https://127.0.0.1/client.json',
  'https://[::1]/c',
  'https://metadata.internal/c',
  'https://apps.example:8443/c',
])('a private address is not asked: %s', async (id) => {
  expect((await ask(id)).answer.body).toMatchObject({ error: 'invalid_client' })
  expect(origin.requests).toEqual([])
})

test('a request without an account does not make the server fetch a client document', async () => {
  const { challenge } = newVerifier()
  const body = { client_id: GOOD, redirect_uri: REDIRECT_URI, code_challenge: challenge }
  expect((await service.call('POST', '/v1/oauth/authorize', { body })).status).toBe(401)
  const token = await app.askToken({ grant_type: 'refresh_token', client_id: GOOD, refresh_token: 'x' })
  expect([token.status, token.body]).toMatchObject([401, { error: 'invalid_client' }])
  const device = await app.post('/v1/device/code', { client_id: GOOD })
  expect([device.status, device.body]).toMatchObject([401, { error: 'invalid_client' }])
  expect(origin.requests).toEqual([])
})

test('well-known apps are known without being asked', async () => {
  const native = 'http://localhost:49152/callback'
  expect((await ask('https://claude.ai/oauth/claude-code-client-metadata', native)).answer.status).toBe(200)
  const web = 'https://claude.ai/api/mcp/auth_callback'
  expect((await ask('https://claude.ai/oauth/mcp-oauth-client-metadata', web)).answer.status).toBe(200)
  expect((await ask('https://claude.ai/oauth/mcp-oauth-client-metadata', native)).answer.status).toBe(400)
  expect(origin.requests).toEqual([])
})
