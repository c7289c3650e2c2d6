import { describe, expect, test } from 'vitest'
import { signInAs } from '@/lib/accounts/sessions/testing/sign-in-as'
import { db, pool } from '@/lib/core/db/db'
import { hashToken, newToken } from '@/lib/core/secrets/tokens'
import { connectApp } from '@/lib/oauth/testing/connect-app'
import { purgeExpiredDeliveries } from '@/lib/webhooks/delivery-table'
import { useScriptedOrigin } from '@/test/origin/scripted-origin'
import { newUser, useService } from '@/test/service'

const service = await useService()
await useScriptedOrigin()
const app = connectApp(service.call)

test('a user who signs in without end has a hundred sessions, and the one unused for longest ends', async () => {
  const { userId } = await newUser()
  const first = await signInAs(userId)
  const second = await signInAs(userId)
  await db().session.update({ where: { id: second.sid }, data: { lastSeenAt: new Date(Date.now() - 60_000) } })
  for (let index = 0; index < 98; index++) await signInAs(userId)
  expect(await db().session.count({ where: { userId } })).toBe(100)
  const last = await signInAs(userId)
  const left = await db().session.findMany({ where: { userId }, select: { id: true } })
  expect(left).toHaveLength(100)
  expect(left).not.toContainEqual({ id: second.sid })
  expect(left).toEqual(expect.arrayContaining([{ id: first.sid }, { id: last.sid }]))
})

describe('an app that refreshes without end', () => {
  test('has a hundred access tokens, the newest, and each used refresh token stays known', {
    tags: 'deep',
  }, async () => {
    const { clientId, token } = await app.connect((await newUser()).apiKey, {
      scope: 'transcripts:read offline_access',
    })
    let [newest, refreshToken] = [token.access_token, token.refresh_token ?? '']
    for (let index = 0; index < 103; index++) {
      const { body } = await app.refresh(clientId, refreshToken)
      const next = body as { access_token: string; refresh_token: string }
      newest = next.access_token
      refreshToken = next.refresh_token
    }
    const where = { grant: { clientId } }
    expect(await db().oauthAccessToken.count({ where })).toBe(100)
    expect(await db().oauthRefreshToken.count({ where })).toBe(104)
    const headers = { authorization: `Bearer ${newest}` }
    expect((await service.call('GET', '/v1/me/transcriptions', { headers })).status).toBe(200)
  })

  test('a refresh token is refused after 10,000 uses in thirty days, and the app has to connect again', async () => {
    const { clientId, token } = await app.connect((await newUser()).apiKey, {
      scope: 'transcripts:read offline_access',
    })
    const { grantId } = await db().oauthRefreshToken.findUniqueOrThrow({
      where: { hash: hashToken(token.refresh_token ?? '') },
    })
    await pool().query(
      `insert into oauth_refresh_token (hash, grant_id, expires_at, used_at)
       select sha256(i::text::bytea), $1, now() + interval '1 day', now() from generate_series(2, 10000) i`,
      [grantId],
    )
    const answer = await app.refresh(clientId, token.refresh_token ?? '')
    expect([answer.status, answer.body]).toMatchObject([400, { error: 'invalid_grant' }])
    expect((answer.body as { error_description: string }).error_description).toContain('Connect again')
  })
})

describe('a user who imports without end', () => {
  const FILL = `insert into import_batch (id, user_id, source_url, status, total, created_at)
    select uuidv7(), $1, 'https://show.example/' || i, 'done', $3::int, now() - make_interval(mins => 2000 - i)
    from generate_series(1, $2::int) i`
  const begin = (key: string) =>
    service.call('POST', '/v1/import', { key, body: { url: `https://show.example/${newToken('feed')}` } })
  const sources = async (userId: string) =>
    (await db().importBatch.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } })).map((row) => row.sourceUrl)

  test('has a thousand imports: the oldest that has ended goes for a new one', async () => {
    const { userId, apiKey } = await newUser()
    await pool().query(FILL, [userId, 1000, 1])
    await pool().query(
      `update import_batch set status = 'in_progress', running_key = 'runs' where user_id = $1
      and source_url = 'https://show.example/1'`,
      [userId],
    )
    expect((await begin(apiKey)).status).toBe(200)
    const left = await sources(userId)
    expect(left).toHaveLength(1001)
    expect((await begin(apiKey)).status).toBe(200)
    const later = await sources(userId)
    expect(later).toHaveLength(1001)
    expect(later.slice(0, 2)).toEqual(['https://show.example/1', 'https://show.example/3'])
  })

  test('has 200,000 episodes of them: the oldest import beyond goes', async () => {
    const { userId, apiKey } = await newUser()
    await pool().query(FILL, [userId, 5, 50_000])
    expect((await begin(apiKey)).status).toBe(200)
    expect((await sources(userId)).slice(0, 4)).toEqual([2, 3, 4, 5].map((n) => `https://show.example/${n}`))
  })
})

test('an endpoint has its newest thousand messages that ended, and every one that is still to be sent', async () => {
  const { userId } = await newUser()
  const endpoint = { id: '01a20000-0000-7000-8000-000000000001', userId, url: 'https://hook.example', events: [] }
  await db().webhookEndpoint.create({ data: { ...endpoint, secret: new Uint8Array(1) } })
  const fill = `insert into webhook_delivery (id, endpoint_id, type, payload, status, created_at)
    select uuidv7(), $1, 't', i::text, $3, now() - make_interval(mins => 3000 - i) from generate_series(1, $2::int) i`
  await pool().query(fill, [endpoint.id, 1005, 'delivered'])
  await pool().query(fill, [endpoint.id, 3, 'pending'])
  expect(await purgeExpiredDeliveries()).toBe(5)
  const left = await db().webhookDelivery.findMany({
    where: { endpointId: endpoint.id },
    orderBy: { createdAt: 'asc' },
  })
  expect(left.filter(({ status }) => status === 'pending')).toHaveLength(3)
  const ended = left.filter(({ status }) => status === 'delivered').map(({ payload }) => payload)
  expect([ended.length, ended[0]]).toEqual([1000, '6'])
})
