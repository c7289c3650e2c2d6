import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { ensureLocalAccount } from '@/lib/accounts/local/local-account'
import { localBrowserCookie } from '@/lib/accounts/testing/local-browser'
import { api } from '@/lib/api/app'
import { db, pool } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { newUser, useService } from '@/test/service'

const service = await useService()
const { url, stop } = await listenOnLoopback(getRequestListener(api().fetch))
afterAll(stop)

function limitTo(perMinute: number, publicPerMinute = perMinute, trustedProxies = 0): void {
  setEnv({
    RATE_LIMIT_PER_MINUTE: String(perMinute),
    RATE_LIMIT_PUBLIC_PER_MINUTE: String(publicPerMinute),
    TRUSTED_PROXIES: String(trustedProxies),
  })
}
beforeEach(() => limitTo(3))

const keyState = (key: string) => service.call('GET', '/v1/me/api-key', { key })

/** A public call over a real connection from this machine. */
function languages(headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/v1/languages?url=http://127.0.0.1/a.mp3`, { headers })
}

async function statuses(count: number, call: () => Promise<{ status: number }>): Promise<number[]> {
  const seen: number[] = []
  for (let n = 0; n < count; n++) seen.push((await call()).status)
  return seen
}

/** A job of this user without a worker. */
async function makeJob(userId: string): Promise<string> {
  const url = `http://media.example/${newId()}`
  const media = await db().media.create({ data: { id: newId(), platform: 'podcast', videoId: url, url } })
  const job = await db().job.create({ data: { id: newId(), mediaId: media.id, requestedLang: 'en' } })
  await db().jobCaller.create({ data: { jobId: job.id, userId, libraryItemId: newId() } })
  return job.id
}

test('the 121st call in a minute is refused with Retry-After', async () => {
  limitTo(120)
  const { apiKey } = await newUser()
  const first = await keyState(apiKey)
  expect(first.headers.get('ratelimit-policy')).toBe('"default";q=120;w=60')
  expect(first.headers.get('ratelimit')).toBe('"default";r=119;t=1')
  const more = await Promise.all(Array.from({ length: 119 }, () => keyState(apiKey)))
  expect(new Set(more.map(({ status }) => status))).toEqual(new Set([200]))
  // Every call that takes half a second or more gives one back.
  let refused = await keyState(apiKey)
  for (let n = 0; refused.status === 200 && n < 60; n++) refused = await keyState(apiKey)
  expect([refused.status, refused.body]).toMatchObject([
    429,
    { code: 'rate_limited', retryable: true, retry_after: 1, context: { quota: 120, window_seconds: 60 } },
  ])
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(refused.headers.get('ratelimit')).toBe('"default";r=0;t=60')
  expect(refused.headers.get('content-type')).toBe('application/problem+json')
})

test('each user has a limit of their own, whichever key they use', async () => {
  const [one, other] = [await newUser(), await newUser()]
  const remade = await service.call('POST', '/v1/me/api-key/regenerate', { key: one.apiKey })
  const { key } = remade.body as { key: string }
  expect(await statuses(3, () => keyState(key))).toEqual([200, 200, 429])
  expect(await statuses(3, () => keyState(other.apiKey))).toEqual([200, 200, 200])
})

test('exactly the quota of many concurrent calls is answered', async () => {
  limitTo(20)
  const { apiKey } = await newUser()
  const answers = await Promise.all(Array.from({ length: 100 }, () => keyState(apiKey)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(80)
})

test('a refusal by the operation itself is counted and bears the rate limit headers', async () => {
  const { apiKey } = await newUser()
  const missing = () => service.call('DELETE', `/v1/jobs/${newId()}`, { key: apiKey })
  const first = await missing()
  expect([first.status, first.headers.get('ratelimit')]).toEqual([404, '"default";r=2;t=20'])
  expect(await statuses(3, missing)).toEqual([404, 404, 429])
})

test('a call without a valid credential, or that does not fit, takes nothing from any quota', async () => {
  const { apiKey } = await newUser()
  for (const headers of [{}, { authorization: `Bearer ${apiKey}x` }]) {
    const answer = await service.call('GET', '/v1/me/api-key', { headers })
    expect([answer.status, answer.headers.get('ratelimit')]).toEqual([401, null])
  }
  expect((await service.call('POST', '/v1/transcript', { key: apiKey, body: { url: 1 } })).status).toBe(422)
  expect((await keyState(apiKey)).headers.get('ratelimit')).toBe('"default";r=2;t=20')
})

test('polls are counted by themselves, and every one of them', async () => {
  limitTo(1)
  const { userId, apiKey } = await newUser()
  const jobId = await makeJob(userId)
  const poll = () => service.call('GET', `/v1/jobs/${jobId}`, { key: apiKey })
  const first = await poll()
  expect(first.headers.get('ratelimit-policy')).toBe('"default-frequent";q=15;w=60')
  const rest = await Promise.all(Array.from({ length: 14 }, poll))
  expect(rest.map(({ status }) => status)).toEqual(rest.map(() => 200))
  expect(rest.map(({ headers }) => headers.get('ratelimit')?.slice(0, 24)).sort()).toContain('"default-frequent";r=0;t')
  const cors = rest.map(({ headers }) => [
    headers.get('access-control-allow-origin'),
    headers.get('x-content-type-options'),
  ])
  expect(new Set(cors.map(String))).toEqual(new Set(['*,nosniff']))
  const refused = await poll()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^[34]$/)])
  expect((await keyState(apiKey)).status).toBe(200)
})

test('polling each of fifty jobs every two seconds stays within the limit', async () => {
  limitTo(120)
  const { userId, apiKey } = await newUser()
  const answer = await service.call('GET', `/v1/jobs/${await makeJob(userId)}`, { key: apiKey })
  const quota = Number(/q=(\d+)/.exec(answer.headers.get('ratelimit-policy') ?? '')?.[1])
  expect(quota).toBeGreaterThanOrEqual(50 * 30)
})

test('calls with a replaced key do not use up the limit of its owner', async () => {
  limitTo(1)
  const { userId, apiKey } = await newUser()
  const path = `/v1/jobs/${await makeJob(userId)}`
  await service.call('GET', path, { key: apiKey })
  const { key } = (await service.call('POST', '/v1/me/api-key/regenerate', { key: apiKey })).body as { key: string }
  expect(await statuses(3, () => service.call('GET', path, { key: apiKey }))).toEqual([401, 401, 401])
  expect((await service.call('GET', path, { key })).headers.get('ratelimit')).toMatch(/^"default-frequent";r=13;/)
})

test("public calls are counted by address, and the caller can't choose it", async () => {
  await pool().query('delete from rate_limit')
  const first = await languages({ 'x-forwarded-for': '203.0.113.1' })
  expect([first.status, first.headers.get('ratelimit-policy')]).toEqual([422, '"public";q=3;w=60'])
  let n = 1
  expect(await statuses(3, () => languages({ 'x-forwarded-for': `203.0.113.${++n}` }))).toEqual([422, 422, 429])
})

test('behind the operator’s proxy every caller has an address', async () => {
  limitTo(2, 2, 1)
  const from = (address: string) => languages({ 'x-forwarded-for': `6.6.6.6, ${address}` })
  expect(await statuses(3, () => from('198.51.100.1'))).toEqual([422, 422, 429])
  expect((await from('198.51.100.2')).status).toBe(422)
  const subscriber = ['2001:db8::1', '2001:db8::2', '2001:db8::ffff:1']
  expect(await statuses(3, () => from(subscriber.pop() ?? ''))).toEqual([422, 422, 429])
})

test('health checks have a separate limit', async () => {
  limitTo(1, 1, 1)
  const probe = () => fetch(`${url}/health`, { headers: { 'x-forwarded-for': '198.51.100.9' } })
  expect((await probe()).headers.get('ratelimit-policy')).toBe('"public-frequent";q=15;w=60')
  expect(await statuses(3, probe)).toEqual([200, 200, 200])
})

test('a limit of 0 is no limit and sends no rate limit headers', async () => {
  limitTo(0)
  const { apiKey } = await newUser()
  const answers = await Promise.all(Array.from({ length: 150 }, () => keyState(apiKey)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(answers[0]?.headers.get('ratelimit-policy')).toBeNull()
})

test('the local account is not limited, on its pages or with its key', async () => {
  limitTo(1)
  const account = await ensureLocalAccount()
  expect(await statuses(4, () => keyState(account?.apiKey ?? ''))).toEqual([200, 200, 200, 200])
  const page = { host: 'localhost:3000', 'sec-fetch-site': 'same-origin', cookie: await localBrowserCookie() }
  expect(await statuses(4, () => service.call('GET', '/v1/me/api-key', { headers: page }))).toEqual([
    200, 200, 200, 200,
  ])
  const question = '/v1/languages?url=http://127.0.0.1/a.mp3'
  expect(await statuses(4, () => service.call('GET', question, { headers: page }))).toEqual([422, 422, 422, 422])
  const foreign = { ...page, 'sec-fetch-site': 'cross-site' }
  expect(await statuses(2, () => service.call('GET', question, { headers: foreign }))).toEqual([422, 429])
  setEnv({ BASE_URL: 'https://verbatim.example' })
  expect(await statuses(3, () => keyState(account?.apiKey ?? ''))).toEqual([200, 429, 429])
  setEnv({ BASE_URL: 'http://localhost:3000' })
})

test("when the database can't count, calls are answered", async () => {
  const { apiKey } = await newUser()
  await pool().query('alter table rate_limit rename to rate_limit_away')
  const answers = await Promise.all(Array.from({ length: 10 }, () => keyState(apiKey)))
  await pool().query('alter table rate_limit_away rename to rate_limit')
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(answers[0]?.headers.get('ratelimit')).toBeNull()
  expect((await keyState(apiKey)).headers.get('ratelimit')).toBe('"default";r=2;t=20')
})
