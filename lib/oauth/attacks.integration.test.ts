import { expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { newToken } from '@/lib/core/secrets/tokens'
import { newUser, useService } from '@/test/service'
import { connectApp, newVerifier, REDIRECT_URI } from './testing/connect-app'
import { tokenSchema } from './tokens/contract'

const service = await useService({ RATE_LIMIT_PUBLIC_PER_MINUTE: '0', RATE_LIMIT_PER_MINUTE: '0' })
const app = connectApp(service.call)
const user = await newUser()
const victim = (await app.register()).client_id
const attacker = (await app.register({ redirect_uris: ['https://attacker.example/cb'] })).client_id

const apiKeyState = (token: string) => service.call('GET', '/v1/me/api-key', { key: token })

const authorize = (body: Record<string, unknown>, key = user.apiKey) =>
  service.call('POST', '/v1/oauth/authorize', { key, body })

const exchange = (clientId: string, code: string, verifier: string, redirectUri = REDIRECT_URI) =>
  app.askToken({
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  })

async function allowed() {
  const { verifier, challenge } = newVerifier()
  return { code: await app.allow(user.apiKey, victim, challenge), verifier }
}

test.each([
  'https://attacker.example/callback',
  'https://app.example/callback/',
  'https://app.example/callback?next=https://attacker.example',
  'https://app.example/callback#',
  'https://app.example/Callback',
  'https://app.example:8443/callback',
  'https://app.example@attacker.example/callback',
  'https://app.example\\@attacker.example/callback',
  'https://app.example/callback/../x',
  'http://app.example/callback',
  'javascript:alert(1)//https://app.example/callback',
  '',
])('a code is never sent to an address that the client did not give: %j', async (redirect_uri) => {
  const { challenge } = newVerifier()
  const answer = await authorize({ client_id: victim, redirect_uri, code_challenge: challenge })
  expect([answer.status, answer.body]).toEqual([
    400,
    { error: 'invalid_request', error_description: expect.any(String), detail: expect.any(String) },
  ])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await db().oauthCode.count({ where: { redirectUri: redirect_uri } })).toBe(0)
})

test('not even a refusal is sent to an address that the client did not give', async () => {
  const redirect_uri = 'https://attacker.example/cb'
  const answer = await authorize({ client_id: victim, redirect_uri, code_challenge: 'x', decision: 'deny' })
  expect([answer.status, answer.body]).toMatchObject([400, { error: 'invalid_request' }])
})

test('a code is of no use to another client, and still good for its own', async () => {
  const { code, verifier } = await allowed()
  const stolen = await exchange(attacker, code, verifier)
  expect([stolen.status, stolen.body]).toMatchObject([400, { error: 'invalid_grant' }])
  expect((await exchange(victim, code, verifier)).status).toBe(200)
})

test('a code is of no use with another redirect URI than it was given for', async () => {
  const { code, verifier } = await allowed()
  const answer = await exchange(victim, code, verifier, 'https://attacker.example/cb')
  expect([answer.status, answer.body]).toMatchObject([400, { error: 'invalid_grant' }])
})

test('a code is of no use without its verifier', async () => {
  const { code } = await allowed()
  const other = await exchange(victim, code, newVerifier().verifier)
  expect([other.status, other.body]).toMatchObject([400, { error: 'invalid_grant' }])
  const fields = { grant_type: 'authorization_code', client_id: victim, code }
  for (const verifier of [{}, { code_verifier: 'short' }, { code_verifier: 'ü'.repeat(43) }]) {
    const none = await app.askToken({ ...fields, ...verifier })
    expect([none.status, none.body]).toMatchObject([400, { error: 'invalid_request' }])
  }
})

test("PKCE can't be talked down", async () => {
  const { challenge, verifier } = newVerifier()
  const asked = { client_id: victim, redirect_uri: REDIRECT_URI }
  const plain = await authorize({ ...asked, code_challenge: verifier, code_challenge_method: 'plain' })
  expect([plain.status, plain.body]).toMatchObject([400, { error: 'invalid_request' }])
  for (const code_challenge of ['', 'abc', `${challenge}=`, challenge.slice(1)]) {
    const weak = await authorize({ ...asked, code_challenge })
    expect([weak.status, weak.body]).toMatchObject([400, { error: 'invalid_request' }])
  }
  const none = await authorize(asked)
  expect([none.status, none.body]).toMatchObject([422, { detail: [{ loc: ['body', 'code_challenge'] }] }])
})

test('a code that comes again ends the connection it gave', async () => {
  const { code, verifier } = await allowed()
  const token = tokenSchema.parse((await exchange(victim, code, verifier)).body)
  expect((await apiKeyState(token.access_token)).status).toBe(403)
  const again = await exchange(victim, code, verifier)
  expect([again.status, again.body]).toMatchObject([400, { error: 'invalid_grant' }])
  expect((await apiKeyState(token.access_token)).status).toBe(401)
  const refreshed = await app.refresh(victim, token.refresh_token ?? '')
  expect([refreshed.status, refreshed.body]).toMatchObject([400, { error: 'invalid_grant' }])
})

test('concurrent exchanges of one code leave no token that works', async () => {
  const { code, verifier } = await allowed()
  const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(victim, code, verifier)))
  const given = answers.filter(({ status }) => status === 200)
  expect(given).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(7)
  const token = tokenSchema.parse(given[0]?.body)
  expect((await apiKeyState(token.access_token)).status).toBe(401)
})

test('a code is of no use a minute later', async () => {
  const { code, verifier } = await allowed()
  await db().oauthCode.updateMany({ where: { usedAt: null }, data: { expiresAt: new Date(Date.now() - 1) } })
  const answer = await exchange(victim, code, verifier)
  expect([answer.status, answer.body]).toMatchObject([400, { error: 'invalid_grant' }])
})

test('a refresh token that comes again after its grace ends the connection', async () => {
  const { clientId, token } = await app.connect(user.apiKey)
  const first = token.refresh_token ?? ''
  const second = tokenSchema.parse((await app.refresh(clientId, first)).body)
  const retried = await app.refresh(clientId, first)
  expect(retried.status).toBe(200)
  expect((await apiKeyState(second.access_token)).status).toBe(403)

  await db().oauthRefreshToken.updateMany({
    where: { usedAt: { not: null } },
    data: { usedAt: new Date(Date.now() - 31_000) },
  })
  const replayed = await app.refresh(clientId, first)
  expect([replayed.status, replayed.body]).toMatchObject([400, { error: 'invalid_grant' }])
  expect((await apiKeyState(second.access_token)).status).toBe(401)
  expect((await app.refresh(clientId, second.refresh_token ?? '')).status).toBe(400)
})

test('a refresh token that is sent several times within its grace has one successor, and a second holder is noticed', async () => {
  const { clientId, token } = await app.connect(user.apiKey)
  const answers = await Promise.all([1, 2, 3].map(() => app.refresh(clientId, token.refresh_token ?? '')))
  const tokens = answers.map(({ body }) => tokenSchema.parse(body))
  const [successor, ...others] = [...new Set(tokens.map(({ refresh_token }) => refresh_token ?? ''))]
  expect(others).toEqual([])
  expect(new Set(tokens.map(({ access_token }) => access_token)).size).toBe(3)

  expect((await app.refresh(clientId, successor ?? '')).status).toBe(200)
  await db().oauthRefreshToken.updateMany({
    where: { usedAt: { not: null } },
    data: { usedAt: new Date(Date.now() - 31_000) },
  })
  expect((await app.refresh(clientId, successor ?? '')).status).toBe(400)
  expect((await apiKeyState(tokens[0]?.access_token ?? '')).status).toBe(401)
})

test('a refresh token is of no use to another client', async () => {
  const { clientId, token } = await app.connect(user.apiKey)
  const stolen = await app.refresh(attacker, token.refresh_token ?? '')
  expect([stolen.status, stolen.body]).toMatchObject([400, { error: 'invalid_grant' }])
  const nobody = await app.askToken({ grant_type: 'refresh_token', refresh_token: token.refresh_token ?? '' })
  expect([nobody.status, nobody.body]).toMatchObject([400, { error: 'invalid_grant' }])
  await app.post('/oauth/revoke', { token: token.refresh_token ?? '', client_id: attacker })
  await app.post('/oauth/revoke', { token: token.access_token })
  expect((await apiKeyState(token.access_token)).status).toBe(403)
  expect((await app.refresh(clientId, token.refresh_token ?? '')).status).toBe(200)
})

test('a scope grows neither at the consent nor by refreshing', async () => {
  const { clientId, token } = await app.connect(user.apiKey, { scope: 'transcripts:read account account:read billing' })
  expect(token.scope).toBe('transcripts:read')
  const write = await service.call('POST', '/v1/uploads/sign', {
    key: token.access_token,
    body: { filename: 'a.mp3', content_type: 'audio/mpeg' },
  })
  expect([write.status, write.body]).toMatchObject([403, { code: 'insufficient_scope' }])
  expect(write.headers.get('www-authenticate')).toBe(
    'Bearer realm="Verbatim", error="insufficient_scope", scope="transcripts:write", ' +
      'resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource"',
  )
  for (const scope of ['transcripts:write', 'transcripts:read account', 'billing']) {
    const wider = await app.refresh(clientId, token.refresh_token ?? '', { scope })
    expect([wider.status, wider.body]).toMatchObject([400, { error: 'invalid_scope' }])
  }
  const same = await app.refresh(clientId, token.refresh_token ?? '', { scope: 'transcripts:read' })
  expect(same.status).toBe(200)
  const { challenge } = newVerifier()
  const none = await authorize({
    client_id: victim,
    redirect_uri: REDIRECT_URI,
    code_challenge: challenge,
    scope: 'account',
  })
  expect([none.status, none.body]).toMatchObject([400, { error: 'invalid_scope' }])
})

test('a narrower refresh gives less, and leaves the connection what it had', async () => {
  const { clientId, token } = await app.connect(user.apiKey)
  const narrow = tokenSchema.parse(
    (await app.refresh(clientId, token.refresh_token ?? '', { scope: 'transcripts:read' })).body,
  )
  expect(narrow.scope).toBe('transcripts:read')
  const whole = tokenSchema.parse((await app.refresh(clientId, narrow.refresh_token ?? '')).body)
  expect(whole.scope).toBe('transcripts:read transcripts:write')
})

test('a connected app reaches nothing that is the account’s own', async () => {
  const everything = 'transcripts:read transcripts:write publish imports offline_access'
  const { token } = await app.connect(user.apiKey, { scope: everything })
  const { challenge } = newVerifier()
  const grant = { client_id: attacker, redirect_uri: 'https://attacker.example/cb', code_challenge: challenge }
  const calls: [method: string, path: string, body?: unknown][] = [
    ['GET', '/v1/me/api-key'],
    ['POST', '/v1/me/api-key/ensure'],
    ['POST', '/v1/me/api-key/regenerate'],
    ['POST', '/v1/oauth/authorize', grant],
    ['POST', '/v1/device/approve', { user_code: 'BDWP-HQPK' }],
    ['GET', '/v1/me/connections'],
    ['DELETE', '/v1/me/connections/018f0000-0000-7000-8000-000000000000'],
  ]
  for (const [method, path, body] of calls) {
    const answer = await service.call(method, path, { key: token.access_token, body })
    expect([path, answer.status, answer.body]).toMatchObject([path, 403, { code: 'insufficient_scope' }])
    expect(answer.headers.get('www-authenticate')).not.toContain('scope="')
  }
  expect((await apiKeyState(user.apiKey)).body).toMatchObject({ has_key: true })
})

test('the port is free for a loopback address only', async () => {
  const ask = (client_id: string, redirect_uri: string) => {
    const { challenge } = newVerifier()
    return authorize({ client_id, redirect_uri, code_challenge: challenge })
  }
  const native = await app.register({
    redirect_uris: ['http://127.0.0.1/cb', 'http://[::1]:9/cb', 'https://a.example/cb'],
  })
  for (const uri of ['http://127.0.0.1:51004/cb', 'http://[::1]:51004/cb', 'https://a.example/cb']) {
    expect([uri, (await ask(native.client_id, uri)).status]).toEqual([uri, 200])
  }
  for (const uri of [
    'https://a.example:444/cb',
    'http://localhost:51004/cb',
    'http://127.0.0.1:51004/other',
    'http://127.0.0.1:51004/cb?x=1',
    'http://127.0.0.2:51004/cb',
    'https://127.0.0.1:51004/cb',
  ]) {
    expect([uri, (await ask(native.client_id, uri)).status]).toEqual([uri, 400])
  }
})

test('a confidential client must send its secret, and a public client must send none', async () => {
  const confidential = await app.register({ token_endpoint_auth_method: 'client_secret_basic' })
  const { client_id, client_secret = '' } = confidential
  const fields = { grant_type: 'refresh_token', refresh_token: newToken('vbr_') }
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  })
  const right = await app.askToken(fields, basic(client_id, client_secret))
  expect([right.status, right.body]).toMatchObject([400, { error: 'invalid_grant' }])
  for (const answer of [
    await app.askToken(fields, basic(client_id, newToken('vbs_'))),
    await app.askToken(fields, basic(newToken('vbc_'), client_secret)),
    await app.askToken(fields, basic(victim, client_secret)),
    await app.askToken(fields, { authorization: 'Basic %%%' }),
    await app.askToken(fields, basic('%zz', 'x')),
    await app.askToken(fields, basic('a\u0000', 'x')),
  ]) {
    expect([answer.status, answer.body]).toMatchObject([401, { error: 'invalid_client' }])
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="Verbatim OAuth"')
  }
  const missing = await app.askToken({ ...fields, client_id })
  expect([missing.status, missing.body]).toMatchObject([401, { error: 'invalid_client' }])
  const twice = await app.askToken({ ...fields, client_secret }, basic(client_id, client_secret))
  expect([twice.status, twice.body]).toMatchObject([400, { error: 'invalid_request' }])
})

test('a token for this server is not given for another', async () => {
  const { challenge } = newVerifier()
  const request = { client_id: victim, redirect_uri: REDIRECT_URI, code_challenge: challenge }
  for (const resource of ['https://other.example/mcp', 'http://localhost:3000/other', 'nonsense']) {
    const answer = await authorize({ ...request, resource })
    expect([answer.status, answer.body]).toMatchObject([400, { error: 'invalid_target' }])
  }
  const code = await app.allow(user.apiKey, victim, challenge, { resource: 'http://localhost:3000/mcp/' })
  expect(code).not.toBe('')
  const { clientId, token } = await app.connect(user.apiKey, { resource: 'http://localhost:3000/mcp' })
  const other = await app.refresh(clientId, token.refresh_token ?? '', { resource: 'http://localhost:3000' })
  expect([other.status, other.body]).toMatchObject([400, { error: 'invalid_target' }])
})

test('no secret is stored as it was given', async () => {
  const { token } = await app.connect(user.apiKey)
  const { code } = await allowed()
  const { client_secret = '' } = await app.register({ token_endpoint_auth_method: 'client_secret_post' })
  const stored = JSON.stringify([
    await db().oauthClient.findMany(),
    await db().oauthCode.findMany(),
    await db().oauthAccessToken.findMany(),
    await db().oauthRefreshToken.findMany(),
    await db().oauthGrant.findMany(),
  ])
  for (const secret of [token.access_token, token.refresh_token ?? '', code, client_secret]) {
    expect(secret).toMatch(/^vb[aros]_[0-9A-Za-z]{38}$/)
    expect(stored).not.toContain(secret.slice(4))
  }
})
