import { expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { newUser, useService } from '@/test/service'
import { registeredClientSchema } from './clients/contract'
import { authorizedSchema } from './contract'
import { connectApp, newVerifier, REDIRECT_URI } from './testing/connect-app'
import { tokenSchema } from './tokens/contract'
import { purgeExpiredGrants } from './tokens/token-table'

const BASE = 'http://localhost:3000'
const service = await useService({ RATE_LIMIT_PUBLIC_PER_MINUTE: '0', RATE_LIMIT_PER_MINUTE: '0' })
const app = connectApp(service.call)

const register = (body: unknown) => service.call('POST', '/oauth/register', { body })

test('the server describes itself, by its settings and not by what it is asked as', async () => {
  const answer = await service.call('GET', '/.well-known/oauth-authorization-server', {
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
  })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.body).toEqual({
    issuer: BASE,
    authorization_endpoint: `${BASE}/oauth/authorize`,
    token_endpoint: `${BASE}/oauth/token`,
    registration_endpoint: `${BASE}/oauth/register`,
    revocation_endpoint: `${BASE}/oauth/revoke`,
    introspection_endpoint: `${BASE}/oauth/introspect`,
    device_authorization_endpoint: `${BASE}/v1/device/code`,
    scopes_supported: ['transcripts:read', 'transcripts:write', 'publish', 'imports', 'offline_access'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
    revocation_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
    introspection_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: [BASE, `${BASE}/mcp`],
  })
  for (const [path, resource] of [
    ['', BASE],
    ['/mcp', `${BASE}/mcp`],
  ]) {
    const described = await service.call('GET', `/.well-known/oauth-protected-resource${path}`)
    expect(described.body).toMatchObject({ resource, authorization_servers: [BASE] })
  }
  expect((await service.call('GET', '/.well-known/openid-configuration')).status).toBe(404)
  expect((await service.call('GET', '/oauth/token')).status).toBe(405)
})

test('a client is registered with the metadata fields that are supported', async () => {
  const answer = await register({
    redirect_uris: ['cursor://anysphere.cursor-deeplink/mcp/oauth/callback', 'http://localhost:1/cb'],
    client_name: '  Evil\u202e app\n\u0007 ',
    grant_types: ['authorization_code', 'implicit', 'password'],
    response_types: ['code', 'token'],
    token_endpoint_auth_method: 'private_key_jwt',
    scope: 'openid transcripts:read',
    logo_uri: 'https://a.example/logo.png',
    software_id: 5,
  })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store'])
  const client = registeredClientSchema.strict().parse(answer.body)
  expect(client).toEqual({
    client_id: expect.stringMatching(/^vbc_[0-9A-Za-z]{38}$/),
    client_id_issued_at: expect.any(Number),
    client_name: 'Evil app',
    redirect_uris: ['cursor://anysphere.cursor-deeplink/mcp/oauth/callback', 'http://localhost:1/cb'],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: 'transcripts:read',
  })
  expect(Math.abs(client.client_id_issued_at - Date.now() / 1000)).toBeLessThan(60)
  const least = await register({ redirect_uris: ['https://a.example/'], client_name: null })
  expect(least.body).toMatchObject({
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
  })
  expect(least.body).not.toHaveProperty('client_name')
})

test.each([
  [{}, 'missing', ['body', 'redirect_uris']],
  [{ redirect_uris: 'https://a.example/' }, 'list_type', ['body', 'redirect_uris']],
  [{ redirect_uris: [5] }, 'string_type', ['body', 'redirect_uris', 0]],
  [{ redirect_uris: ['https://a.example/\u0000'] }, 'string_unicode', ['body', 'redirect_uris', 0]],
  [{ redirect_uris: ['https://a.example/'], client_name: 5 }, 'string_type', ['body', 'client_name']],
])('a registration of the wrong shape says so to both kinds of reader: %j', async (body, type, loc) => {
  const answer = await register(body)
  expect(answer.status).toBe(422)
  expect(answer.body).toMatchObject({ error: 'invalid_client_metadata', detail: [{ type, loc }] })
})

test.each([
  [{ redirect_uris: ['http://app.example/cb'] }, 'invalid_redirect_uri'],
  [{ redirect_uris: ['https://a.example/', 'javascript:alert(1)'] }, 'invalid_redirect_uri'],
  [{ redirect_uris: [] }, 'invalid_redirect_uri'],
  [{ redirect_uris: ['https://a.example/'], grant_types: ['implicit'] }, 'invalid_client_metadata'],
  [{ redirect_uris: ['https://a.example/'], response_types: ['token'] }, 'invalid_client_metadata'],
])('a registration of what is not allowed is refused: %j', async (body, error) => {
  const answer = await register(body)
  expect([answer.status, answer.body]).toEqual([400, { error, error_description: expect.any(String) }])
})

test('the answer to a consent leads back to the app, with its state and our name', async () => {
  const user = await newUser()
  const uri = 'https://app.example/callback?keep=1'
  const { client_id } = await app.register({ redirect_uris: [uri] })
  const { challenge } = newVerifier()
  const request = { client_id, redirect_uri: uri, code_challenge: challenge, state: 'a&b=c d' }
  const answer = await service.call('POST', '/v1/oauth/authorize', { key: user.apiKey, body: request })
  const { redirect_to, code, state, iss } = authorizedSchema.parse(answer.body)
  expect(redirect_to).toBe(`${uri}&code=${code}&state=a%26b%3Dc+d&iss=${encodeURIComponent(BASE)}`)
  expect([state, iss, answer.headers.get('cache-control')]).toEqual(['a&b=c d', BASE, 'no-store'])

  const denied = await service.call('POST', '/v1/oauth/authorize', {
    key: user.apiKey,
    body: { ...request, decision: 'deny' },
  })
  const back = authorizedSchema.parse(denied.body)
  expect(back).toMatchObject({ code: null, state: 'a&b=c d', iss: BASE })
  expect(Object.fromEntries(new URL(back.redirect_to).searchParams)).toEqual({
    keep: '1',
    error: 'access_denied',
    error_description: 'The user denied access.',
    state: 'a&b=c d',
    iss: BASE,
  })
  const odd = await service.call('POST', '/v1/oauth/authorize', {
    key: user.apiKey,
    body: { ...request, decision: 'maybe' },
  })
  expect(odd.status).toBe(422)
})

test.each([
  [{}, 400, 'invalid_request'],
  [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
  [{ grant_type: 'constructor' }, 400, 'unsupported_grant_type'],
  [{ grant_type: 'authorization_code', code: 'x', code_verifier: 'x' }, 401, 'invalid_client'],
  [{ grant_type: 'refresh_token', client_id: 'nobody', refresh_token: 'x' }, 401, 'invalid_client'],
  [{ grant_type: 'refresh_token' }, 400, 'invalid_request'],
  [{ grant_type: 'refresh_token', refresh_token: 'x' }, 400, 'invalid_grant'],
  [{ grant_type: 'refresh_token', refresh_token: 'a\u0000' }, 400, 'invalid_request'],
  [{ grant_type: 'urn:ietf:params:oauth:grant-type:device_code' }, 400, 'invalid_request'],
  [{ grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: 'x' }, 400, 'invalid_grant'],
])('a request for a token that is not right is refused as the RFCs say: %j', async (fields, status, error) => {
  const answer = await app.askToken(fields as Record<string, string>)
  expect([answer.status, answer.body]).toEqual([status, { error, error_description: expect.any(String) }])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('pragma')).toBe('no-cache')
  expect(answer.headers.get('content-type')).toBe('application/json')
})

test('the token endpoint takes JSON, and nothing else but forms, each parameter once', async () => {
  const json = await service.call('POST', '/oauth/token', { body: { grant_type: 'refresh_token', refresh_token: 'x' } })
  expect([json.status, json.body]).toMatchObject([400, { error: 'invalid_grant' }])
  const sendRaw = (raw: string, type: string) =>
    service.call('POST', '/oauth/token', { raw, headers: { 'content-type': type } })
  for (const raw of ['{', '[]', 'null', '"x"', '{"grant_type":"\\ud800"}']) {
    expect((await sendRaw(raw, 'application/json')).body).toMatchObject({ error: 'invalid_request' })
  }
  const twice = await sendRaw('grant_type=refresh_token&grant_type=password', 'application/x-www-form-urlencoded')
  expect([twice.status, twice.body]).toMatchObject([400, { error: 'invalid_request' }])
  const text = await sendRaw('grant_type=refresh_token', 'text/plain')
  expect([text.status, text.body]).toMatchObject([415, { error: 'invalid_request' }])
  const large = await sendRaw(`x=${'y'.repeat(70_000)}`, 'application/x-www-form-urlencoded')
  expect([large.status, large.body]).toMatchObject([413, { code: 'body_too_large' }])
})

test('a client gets refresh tokens, and uses grants, only as it registered', async () => {
  const user = await newUser()
  const { client_id } = await app.register({ grant_types: ['authorization_code'] })
  const { verifier, challenge } = newVerifier()
  const code = await app.allow(user.apiKey, client_id, challenge)
  const answer = await app.askToken({ grant_type: 'authorization_code', client_id, code, code_verifier: verifier })
  expect(tokenSchema.parse(answer.body).refresh_token).toBeUndefined()
  const refused = await app.refresh(client_id, 'x')
  expect([refused.status, refused.body]).toMatchObject([400, { error: 'unauthorized_client' }])
  const device = await app.register({
    redirect_uris: [],
    grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
  })
  const request = { client_id: device.client_id, redirect_uri: REDIRECT_URI, code_challenge: challenge }
  const browser = await service.call('POST', '/v1/oauth/authorize', { key: user.apiKey, body: request })
  expect([browser.status, browser.body]).toMatchObject([400, { error: 'unauthorized_client' }])
})

test('revoking an unknown token succeeds and reveals nothing', async () => {
  for (const token of ['x', 'vba_x', 'vbr_x']) {
    const answer = await app.post('/oauth/revoke', { token })
    expect([answer.status, answer.body]).toEqual([200, {}])
  }
  expect((await app.post('/oauth/revoke', {})).body).toMatchObject({ error: 'invalid_request' })
})

test('revoking an access token ends that token alone, and a refresh token the whole connection', async () => {
  const { clientId, token } = await app.connect((await newUser()).apiKey)
  const statusWith = async (key: string) => (await service.call('GET', '/v1/me', { key })).status
  expect(await statusWith(token.access_token)).toBe(200)
  await app.post('/oauth/revoke', { token: token.access_token, client_id: clientId })
  expect(await statusWith(token.access_token)).toBe(401)
  const next = tokenSchema.parse((await app.refresh(clientId, token.refresh_token ?? '')).body)
  await app.post('/oauth/revoke', { token: next.refresh_token ?? '', client_id: clientId })
  expect(await statusWith(next.access_token)).toBe(401)
  expect((await app.refresh(clientId, next.refresh_token ?? '')).status).toBe(400)
})

test('only a client with a secret may ask about tokens, and only about its own', async () => {
  const user = await newUser()
  const { clientId, token } = await app.connect(user.apiKey)
  const byPublic = await app.post('/oauth/introspect', { token: token.access_token, client_id: clientId })
  expect([byPublic.status, byPublic.body]).toMatchObject([401, { error: 'invalid_client' }])
  const other = await app.register({ token_endpoint_auth_method: 'client_secret_post' })
  const credentials = { client_id: other.client_id, client_secret: other.client_secret ?? '' }
  for (const asked of [token.access_token, token.refresh_token ?? '', user.apiKey, 'x']) {
    const answer = await app.post('/oauth/introspect', { token: asked, ...credentials })
    expect([answer.status, answer.body]).toEqual([200, { active: false }])
  }
})

test('connections are listed with what they may do, and ended one by one', async () => {
  const [user, other] = [await newUser(), await newUser()]
  const first = await app.connect(user.apiKey, { scope: 'transcripts:read' })
  const second = await app.connect(user.apiKey)
  await app.connect(other.apiKey)
  await service.call('GET', '/v1/jobs/x', { key: second.token.access_token })
  const list = async (key = user.apiKey) =>
    ((await service.call('GET', '/v1/me/connections', { key })).body as { connections: { id: string }[] }).connections
  const both = await list()
  expect(both).toEqual([
    {
      id: expect.any(String),
      kind: 'app',
      name: 'Test app',
      host: null,
      scopes: ['transcripts:read', 'transcripts:write'],
      created_at: expect.any(String),
      last_used_at: expect.any(String),
    },
    expect.objectContaining({ scopes: ['transcripts:read'], last_used_at: null }),
  ])
  const end = (id: string, key = user.apiKey) => service.call('DELETE', `/v1/me/connections/${id}`, { key })
  const id = both[1]?.id ?? ''
  for (const [wrong, key] of [
    [id, other.apiKey],
    ['x', user.apiKey],
    ['%00', user.apiKey],
  ] as const) {
    expect([404, 422]).toContain((await end(wrong, key)).status)
  }
  expect((await end(id)).body).toEqual({ disconnected: true })
  expect((await service.call('GET', '/v1/jobs/x', { key: first.token.access_token })).status).toBe(401)
  expect((await app.refresh(first.clientId, first.token.refresh_token ?? '')).body).toMatchObject({
    error: 'invalid_grant',
  })
  expect((await end(id)).status).toBe(404)
  expect(await list()).toHaveLength(1)
})

test('an access token is good for an hour, and its user for all that it may', async () => {
  const user = await newUser()
  const { token } = await app.connect(user.apiKey)
  const sign = () =>
    service.call('POST', '/v1/uploads/sign', {
      key: token.access_token,
      body: { filename: 'a.mp3', content_type: 'audio/mpeg' },
    })
  expect((await sign()).status).toBe(200)
  const rows = await db().oauthAccessToken.findMany({ where: { grant: { userId: user.userId } } })
  expect(
    rows.map(({ createdAt, expiresAt }) => Math.round((expiresAt.getTime() - createdAt.getTime()) / 1000)),
  ).toEqual([3600])
  await db().oauthAccessToken.updateMany({
    where: { grant: { userId: user.userId } },
    data: { expiresAt: new Date(Date.now() - 1) },
  })
  const late = await sign()
  expect([late.status, late.body]).toMatchObject([401, { code: 'invalid_credentials' }])
  expect(late.headers.get('www-authenticate')).toBe(
    `Bearer realm="Verbatim", error="invalid_token", resource_metadata="${BASE}/.well-known/oauth-protected-resource"`,
  )
})

test('only expired codes, tokens and registrations are purged', async () => {
  const user = await newUser()
  const dayAgo = new Date(Date.now() - 25 * 3_600_000)
  const [kept, dead] = [await app.connect(user.apiKey), await app.connect(user.apiKey)]
  const unused = await app.register()
  const fresh = await app.register()
  await db().oauthClient.updateMany({
    where: { id: { in: [unused.client_id, kept.clientId, dead.clientId] } },
    data: { createdAt: dayAgo },
  })
  await db().oauthAccessToken.updateMany({ where: { grant: { userId: user.userId } }, data: { expiresAt: dayAgo } })
  await db().oauthRefreshToken.updateMany({
    where: { grant: { clientId: dead.clientId } },
    data: { expiresAt: dayAgo },
  })
  await db().oauthCode.updateMany({ where: { clientId: dead.clientId }, data: { expiresAt: dayAgo } })
  await purgeExpiredGrants()
  const left = async (id: string) => [
    await db().oauthClient.count({ where: { id } }),
    await db().oauthGrant.count({ where: { clientId: id } }),
    await db().oauthCode.count({ where: { clientId: id } }),
  ]
  expect(await left(kept.clientId)).toEqual([1, 1, 1])
  expect(await left(dead.clientId)).toEqual([1, 0, 0])
  expect(await left(unused.client_id)).toEqual([0, 0, 0])
  expect(await left(fresh.client_id)).toEqual([1, 0, 0])
  expect((await app.refresh(kept.clientId, kept.token.refresh_token ?? '')).status).toBe(200)
})
