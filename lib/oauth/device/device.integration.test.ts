import { expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { connectApp } from '@/lib/oauth/testing/connect-app'
import { newUser, useService } from '@/test/service'
import { type DeviceCodeResponse, deviceCodeResponseSchema, deviceTokenSchema } from './contract'

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

const service = await useService({ RATE_LIMIT_PUBLIC_PER_MINUTE: '0', RATE_LIMIT_PER_MINUTE: '0' })
const app = connectApp(service.call)

async function begin(headers: Record<string, string> = {}): Promise<DeviceCodeResponse> {
  const answer = await service.call('POST', '/v1/device/code', { headers })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  return deviceCodeResponseSchema.parse(answer.body)
}

/** The contract's door. */
const poll = (device_code: string) => service.call('POST', '/v1/device/token', { body: { device_code } })

/** The door of RFC 8628. */
const pollByForm = (device_code: string, fields: Record<string, string> = {}) =>
  app.askToken({ grant_type: DEVICE_GRANT, device_code, ...fields })

const decide = (key: string, user_code: string, decision?: string) =>
  service.call('POST', '/v1/device/approve', { key, body: { user_code, decision } })

const letTimePass = (seconds: number) =>
  db().$executeRaw`update device_code set polled_at = polled_at - make_interval(secs => ${seconds})`

test('a command line is connected by the code it shows, and may do everything', async () => {
  const user = await newUser()
  const begun = await begin({ 'user-agent': 'verbatim-cli/1.0 (Linux)' })
  expect(begun).toEqual({
    device_code: expect.stringMatching(/^vbd_[0-9A-Za-z]{38}$/),
    user_code: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/),
    verification_uri: 'http://localhost:3000/device',
    verification_uri_complete: `http://localhost:3000/device?user_code=${begun.user_code}`,
    interval: 5,
    expires_in: 900,
  })
  const waiting = await poll(begun.device_code)
  expect([waiting.status, waiting.body]).toEqual([
    200,
    { status: 'pending', error: 'authorization_pending', interval: 5 },
  ])

  const approved = await decide(user.apiKey, begun.user_code.toLowerCase().replace('-', ' '))
  expect([approved.status, approved.body]).toEqual([200, { approved: true }])
  const answer = await poll(begun.device_code)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const token = deviceTokenSchema.parse(answer.body)
  expect(token).toMatchObject({ status: 'approved', token_type: 'Bearer', expires_in: 3600, scope: 'account' })
  if (token.status !== 'approved') throw new Error('not approved')
  expect(token.access_token).toMatch(/^vba_/)

  const key = await service.call('GET', '/v1/me/api-key', { key: token.access_token })
  expect([key.status, key.body]).toMatchObject([200, { has_key: true, tier: 'pro' }])
  const listed = await service.call('GET', '/v1/me/connections', { key: token.access_token })
  expect(listed.body).toMatchObject({
    connections: [{ kind: 'device', name: 'Verbatim CLI on Linux', host: null, scopes: ['account'] }],
  })
  const again = await poll(begun.device_code)
  expect([again.status, again.body]).toMatchObject([400, { error: 'invalid_grant', detail: expect.any(String) }])

  const refreshed = await app.askToken({ grant_type: 'refresh_token', refresh_token: token.refresh_token ?? '' })
  expect([refreshed.status, refreshed.body]).toMatchObject([200, { scope: 'account' }])
  expect((await app.post('/oauth/revoke', { token: token.refresh_token ?? '' })).status).toBe(200)
  expect((await service.call('GET', '/v1/me/api-key', { key: token.access_token })).status).toBe(401)
})

test('a device is shown by a known name, never by its label of itself', async () => {
  const user = await newUser()
  const begun = await begin({ 'user-agent': 'Your account ends today. Press Allow to keep it. Windows' })
  await decide(user.apiKey, begun.user_code)
  const { access_token } = (await poll(begun.device_code)).body as { access_token: string }
  const listed = await service.call('GET', '/v1/me/connections', { key: access_token })
  expect(listed.body).toMatchObject({ connections: [{ kind: 'device', name: 'An unknown program on Windows' }] })
})

test('a device that polls too fast is slowed down, at both doors', async () => {
  const { device_code } = await begin()
  const states = [await poll(device_code), await poll(device_code), await poll(device_code)].map(({ body }) => body)
  expect(states).toEqual([
    { status: 'pending', error: 'authorization_pending', interval: 5 },
    { status: 'pending', error: 'slow_down', interval: 10 },
    { status: 'pending', error: 'slow_down', interval: 15 },
  ])
  await letTimePass(15)
  expect((await pollByForm(device_code)).body).toMatchObject({ error: 'authorization_pending', interval: 15 })
  const fast = await pollByForm(device_code)
  expect([fast.status, fast.body]).toMatchObject([400, { error: 'slow_down', interval: 20 }])
  for (let n = 0; n < 12; n++) await poll(device_code)
  expect((await poll(device_code)).body).toMatchObject({ error: 'slow_down', interval: 60 })
})

test('a denied device gets the denial from both token endpoints', async () => {
  const user = await newUser()
  const { device_code, user_code } = await begin()
  expect((await decide(user.apiKey, user_code, 'deny')).body).toEqual({ approved: false })
  const answer = await poll(device_code)
  expect([answer.status, answer.body]).toMatchObject([400, { error: 'access_denied', detail: expect.any(String) }])
  expect((await pollByForm(device_code)).body).toMatchObject({ error: 'access_denied' })
})

test('a code that has expired can neither be polled nor approved', async () => {
  const user = await newUser()
  const [waiting, approved] = [await begin(), await begin()]
  await decide(user.apiKey, approved.user_code)
  await db().deviceCode.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } })
  for (const { device_code } of [waiting, approved]) {
    const answer = await poll(device_code)
    expect([answer.status, answer.body]).toMatchObject([400, { error: 'expired_token' }])
    expect((await pollByForm(device_code)).body).toMatchObject({ error: 'expired_token' })
  }
  const late = await decide(user.apiKey, waiting.user_code)
  expect([late.status, late.body]).toMatchObject([404, { code: 'not_found' }])
})

test('an unknown code is no grant, and none at all is a 422', async () => {
  for (const code of ['', 'x', 'vbd_x']) {
    const answer = await poll(code)
    expect([answer.status, answer.body]).toMatchObject([400, { error: 'invalid_grant' }])
  }
  expect((await service.call('POST', '/v1/device/token', { body: {} })).body).toMatchObject({
    detail: [{ type: 'missing', loc: ['body', 'device_code'] }],
  })
})

test('one of many concurrent polls gets the tokens', async () => {
  const user = await newUser()
  const { device_code, user_code } = await begin()
  await decide(user.apiKey, user_code)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => (n % 2 ? poll(device_code) : pollByForm(device_code))),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400])
  expect(await db().oauthGrant.count({ where: { userId: user.userId } })).toBe(1)
})

test('a decision holds: made again it changes nothing, and another one comes too late', async () => {
  const [user, other] = [await newUser(), await newUser()]
  const { user_code } = await begin()
  expect((await decide(user.apiKey, user_code)).status).toBe(200)
  expect((await decide(user.apiKey, user_code)).body).toEqual({ approved: true })
  expect((await decide(user.apiKey, user_code, 'deny')).status).toBe(404)
  expect((await decide(other.apiKey, user_code)).status).toBe(404)
  expect((await db().deviceCode.findFirst({ where: { userCode: user_code.replace('-', '') } }))?.userId).toBe(
    user.userId,
  )
})

test('a registered client gets its scopes, at its own door only', async () => {
  const user = await newUser()
  const { client_id } = await app.register({ redirect_uris: [], grant_types: [DEVICE_GRANT, 'refresh_token'] })
  const answer = await app.post('/v1/device/code', { client_id, scope: 'transcripts:read account' })
  const { device_code, user_code } = deviceCodeResponseSchema.parse(answer.body)
  await decide(user.apiKey, user_code)
  for (const wrong of [await poll(device_code), await pollByForm(device_code)]) {
    expect([wrong.status, wrong.body]).toMatchObject([400, { error: 'invalid_grant' }])
  }
  const other = await app.register({ redirect_uris: [], grant_types: [DEVICE_GRANT] })
  const stolen = await pollByForm(device_code, { client_id: other.client_id })
  expect([stolen.status, stolen.body]).toMatchObject([400, { error: 'invalid_grant' }])
  const own = await pollByForm(device_code, { client_id })
  expect([own.status, own.body]).toMatchObject([200, { scope: 'transcripts:read' }])
  const { access_token } = own.body as { access_token: string }
  expect((await service.call('GET', '/v1/me/api-key', { key: access_token })).status).toBe(403)
})

test('a device code is given only to a client that is known and registered for it', async () => {
  const unknown = await app.post('/v1/device/code', { client_id: 'nobody' })
  expect([unknown.status, unknown.body]).toMatchObject([401, { error: 'invalid_client' }])
  const { client_id } = await app.register()
  const wrong = await app.post('/v1/device/code', { client_id })
  expect([wrong.status, wrong.body]).toMatchObject([400, { error: 'unauthorized_client' }])
  const confidential = await app.register({
    redirect_uris: [],
    grant_types: [DEVICE_GRANT],
    token_endpoint_auth_method: 'client_secret_post',
  })
  const secretless = await app.post('/v1/device/code', { client_id: confidential.client_id })
  expect([secretless.status, secretless.body]).toMatchObject([401, { error: 'invalid_client' }])
})

test('after five codes that do not exist in ten minutes, a user is refused; others are not', async () => {
  const [user, other] = [await newUser(), await newUser()]
  const { user_code } = await begin()
  for (const typo of ['nonsense', '', 'AEIO-UAEI', 'x', 'y', 'z'])
    expect((await decide(user.apiKey, typo)).status).toBe(404)
  for (let n = 0; n < 4; n++) expect((await decide(user.apiKey, 'BBBB-BBBB')).status).toBe(404)
  expect((await decide(user.apiKey, user_code)).status).toBe(200)
  expect((await decide(user.apiKey, 'BBBB-BBBB')).status).toBe(404)
  const refused = await decide(user.apiKey, user_code)
  expect([refused.status, refused.body]).toMatchObject([429, { code: 'rate_limited' }])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
  expect((await decide(other.apiKey, (await begin()).user_code)).status).toBe(200)
  await db().deviceMiss.updateMany({ data: { since: new Date(Date.now() - 601_000) } })
  expect((await decide(user.apiKey, user_code)).status).toBe(200)
})

test('only five of many concurrent guesses are checked', async () => {
  const user = await newUser()
  const answers = await Promise.all(Array.from({ length: 30 }, () => decide(user.apiKey, 'BBBB-BBBB')))
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(25)
})

test('approval without an account is refused', async () => {
  const { user_code } = await begin()
  expect((await service.call('POST', '/v1/device/approve', { body: { user_code } })).status).toBe(401)
})
