import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { newUser, useService } from '@/test/service'
import { checkWatch } from '../check/check-watch'
import type { WatchWithFeed } from '../contract'
import { claimWatch } from '../watch-table'

const TOPIC = 'https://show.example/feed.xml'
const HUB = 'https://hub.example/subscribe'
const PUBLIC_URL = 'https://verbatim.example'

const asked: URLSearchParams[] = []
let episodes: string[] = []
const feed = () => `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>The Show</title>
  <atom:link rel="hub" href="${HUB}"/><atom:link rel="self" href="${TOPIC}"/>
  ${episodes
    .map((id) => `<item><guid>${id}</guid><title>${id}</title><enclosure url="https://show.example/${id}.mp3"/></item>`)
    .join('')}</channel></rss>`

const origin = await startOrigin([
  ({ url, method, body }) => {
    if (url === HUB && method === 'POST') {
      asked.push(new URLSearchParams(body.toString()))
      return { status: 202 }
    }
    return url === TOPIC ? { headers: { 'content-type': 'application/rss+xml' }, body: feed() } : { status: 404 }
  },
])
const service = await useService()
trustOrigin(origin)
beforeAll(() => setEnv({ BASE_URL: PUBLIC_URL }))
beforeEach(async () => {
  await db().watch.deleteMany()
  asked.length = 0
  episodes = ['one']
})
afterAll(() => origin.close())

const rowOf = (id: string) => db().watch.findUniqueOrThrow({ where: { id } })

async function check(id: string): Promise<void> {
  await db().watch.updateMany({ where: { id }, data: { nextCheckAt: new Date(0) } })
  expect(await claimWatch(id)).toBe(true)
  await checkWatch(id, AbortSignal.timeout(60_000))
}

/** A watch whose feed has been read twice: the second response names its hub. */
async function watched(): Promise<string> {
  const { apiKey: key } = await newUser()
  const { id } = (await service.call('POST', '/v1/watches', { key, body: { url: TOPIC } })).body as WatchWithFeed
  await expect.poll(async () => (await rowOf(id)).lastCheckedAt, { timeout: 30_000 }).not.toBeNull()
  await check(id)
  return id
}

const confirm = (id: string, topic: string, mode = 'subscribe') => {
  const query = new URLSearchParams({ 'hub.mode': mode, 'hub.topic': topic, 'hub.challenge': 'c h a l l e n g e' })
  return service.call('GET', `/v1/watches/${id}/hub?${query}&hub.lease_seconds=864000`)
}

function ping(id: string, body: string, secret: string, method = 'sha256') {
  const signature = `${method}=${createHmac(method, secret).update(body).digest('hex')}`
  const headers = { 'content-type': 'application/rss+xml', 'x-hub-signature': signature }
  return service.call('POST', `/v1/watches/${id}/hub`, { raw: new TextEncoder().encode(body), headers })
}

test('a hub that the feed names is asked once, confirmed, and asked again before its lease ends', async () => {
  const id = await watched()
  const [request] = asked
  expect(Object.fromEntries(request ?? [])).toEqual({
    'hub.mode': 'subscribe',
    'hub.topic': TOPIC,
    'hub.callback': `${PUBLIC_URL}/v1/watches/${id}/hub`,
    'hub.secret': expect.stringMatching(/^[\w-]{43}$/),
    'hub.lease_seconds': '864000',
  })
  const answer = await confirm(id, TOPIC)
  expect([answer.status, answer.text]).toEqual([200, 'c h a l l e n g e'])
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
  expect((await rowOf(id)).hubLeaseUntil?.getTime()).toBeGreaterThan(Date.now() + 9 * 86_400_000)
  await check(id)
  expect(asked).toHaveLength(1)
  const soon = new Date(Date.now() + 86_400_000)
  await db().watch.update({ where: { id }, data: { hubLeaseUntil: soon, hubAskedAt: new Date(0) } })
  await check(id)
  expect(asked).toHaveLength(2)
})

test('nothing is confirmed that was not asked for', async () => {
  const id = await watched()
  expect((await confirm(id, 'https://other.example/feed.xml')).status).toBe(404)
  expect((await confirm(id, TOPIC, 'unsubscribe')).status).toBe(404)
  expect((await confirm('0199e3f1-2b7a-7c31-9d0e-5c1f0a9d2f11', TOPIC)).status).toBe(404)
  expect((await rowOf(id)).hubLeaseUntil).toBeNull()
  await db().watch.update({ where: { id }, data: { hubAskedAt: new Date(0) } })
  expect((await confirm(id, TOPIC)).status).toBe(404)
})

test('a signed message has the watch checked now, and no other message does', async () => {
  const id = await watched()
  const secret = asked[0]?.get('hub.secret') ?? ''
  const longAgo = new Date(Date.now() - 3_600_000)
  await db().watch.update({ where: { id }, data: { lastCheckedAt: longAgo } })
  episodes = ['two', 'one']
  expect((await ping(id, feed(), 'a wrong secret')).status).toBe(202)
  expect((await ping(id, feed(), secret, 'md5')).status).toBe(202)
  const unsigned = await service.call('POST', `/v1/watches/${id}/hub`, { raw: new TextEncoder().encode(feed()) })
  expect(unsigned.status).toBe(202)
  expect((await rowOf(id)).nextCheckAt?.getTime()).toBeGreaterThan(Date.now())

  expect((await ping(id, 'what it says is not read', secret)).body).toEqual({ received: true })
  await expect.poll(async () => (await rowOf(id)).lastCheckedAt?.getTime()).toBeGreaterThan(longAgo.getTime())
  const titles = async () =>
    (await db().watchItem.findMany({ where: { watchId: id, state: 'taken' } })).map(({ title }) => title)
  await expect.poll(titles).toEqual(['two'])

  // Checked a moment ago: it is not checked again.
  const before = await rowOf(id)
  expect((await ping(id, feed(), secret)).status).toBe(202)
  expect((await rowOf(id)).nextCheckAt).toEqual(before.nextCheckAt)
})

test('a service that hubs can’t reach asks none', async () => {
  setEnv({ BASE_URL: 'http://localhost:3000' })
  await watched()
  setEnv({ BASE_URL: PUBLIC_URL })
  expect(asked).toEqual([])
})
