import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { NewUser } from '@/lib/accounts/create-user'
import { db } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { toProblemJson } from '@/lib/core/problem/problem-body'
import type { OriginAnswer, OriginRequest } from '@/test/origin/handle-request'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { newUser, useService } from '@/test/service'
import { checkDueWatches } from './check/check-due-watches'
import { checkWatch, MAX_FAILING_DAYS } from './check/check-watch'
import { type Watch, watchListSchema, watchSchema, watchWithFeedSchema } from './contract'
import { type WatchItemList, watchItemListSchema } from './items/contract'
import { nextCheckAt } from './next-check-at'
import { claimDueWatches, claimWatch } from './watch-table'

type Answer = OriginAnswer | ((request: OriginRequest) => OriginAnswer | Promise<OriginAnswer>)
const answers = new Map<string, Answer>()
const origin = await startOrigin([
  async (request) => {
    const address = request.url.replace(/^https?:\/\//, '').split('?')[0] ?? ''
    const found = answers.get(address)
    if (found) return typeof found === 'function' ? found(request) : found
    if (request.path.endsWith('.vtt')) return { headers: { 'content-type': 'text/vtt' }, body: captions(address) }
    return { status: 404 }
  },
])
const service = await useService()
trustOrigin(origin)
afterAll(() => origin.close())
beforeEach(async () => {
  // No watch of another test is due.
  await db().watch.updateMany({
    data: { nextCheckAt: null, leaseUntil: null, pausedAt: new Date(), pauseReason: 'by_user' },
  })
  answers.clear()
  origin.requests.length = 0
})

const captions = (address: string) =>
  `WEBVTT\n\n00:01.000 --> 00:10.000\nThis is what was said in ${address.replaceAll('/', ' ')}\n`

let shows = 0
const newShow = () => `watched${shows++}.example`

type Item = { id: string; guid?: string; seconds?: number; query?: string; title?: string }
const rss = (host: string, items: readonly Item[]) => `<rss version="2.0"
  xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0">
  <channel><title>The Show</title><language>en</language>${items
    .map(
      ({ id, guid = id, seconds = 10, query = '', title = `Episode ${id}` }) => `<item><guid>${guid}</guid>
  <title>${title}</title><itunes:duration>${seconds}</itunes:duration>
  <enclosure url="https://${host}/${id}.mp3${query}" type="audio/mpeg"/>
  <podcast:transcript url="https://${host}/${id}.vtt" type="text/vtt"/></item>`,
    )
    .join('')}</channel></rss>`
const publish = (host: string, items: readonly Item[], etag = `"${newId()}"`) =>
  answers.set(`${host}/feed.xml`, ({ headers }) =>
    headers['if-none-match'] === etag ? { status: 304 } : { headers: { etag }, body: rss(host, items) },
  )
const named = (...ids: string[]): Item[] => ids.map((id) => ({ id }))

const call = (user: NewUser, method: string, path: string, body?: object) =>
  service.call(method, `/v1/watches${path}`, { key: user.apiKey, ...(body ? { body } : {}) })
const read = async (user: NewUser, id: string): Promise<Watch> =>
  watchSchema.strict().parse((await call(user, 'GET', `/${id}`)).body)

/** A watch whose first check is done. */
async function watch(user: NewUser, host: string, body: object = {}) {
  const answer = await call(user, 'POST', '', { url: `https://${host}/feed.xml`, ...body })
  expect([answer.status, answer.text]).toEqual([201, expect.stringContaining('feed_url')])
  const made = watchWithFeedSchema.strict().parse(answer.body)
  await expect.poll(async () => (await read(user, made.id)).last_checked_at, { timeout: 30_000 }).not.toBeNull()
  return made
}

/** Checks a watch as its schedule does. */
async function check(id: string): Promise<void> {
  await db().watch.updateMany({ where: { id }, data: { nextCheckAt: new Date(0) } })
  expect(await claimWatch(id)).toBe(true)
  await checkWatch(id, AbortSignal.timeout(60_000))
}

const items = async (user: NewUser, id: string, query = ''): Promise<WatchItemList> =>
  watchItemListSchema.parse((await call(user, 'GET', `/${id}/items${query}`)).body)

/** The outcomes of a watch once all of them are known, by title. */
async function outcomes(user: NewUser, id: string): Promise<Record<string, string>> {
  const isOpen = (status: string) => status === 'queued' || status === 'in_progress'
  const list = async () => (await items(user, id)).items
  await expect.poll(async () => (await list()).some(({ status }) => isOpen(status)), { timeout: 60_000 }).toBe(false)
  return Object.fromEntries((await list()).map(({ title, status, reason }) => [title, reason ?? status]))
}

const usedSeconds = async ({ userId }: NewUser) =>
  (await db().usagePeriod.aggregate({ where: { userId }, _sum: { usedSeconds: true } }))._sum.usedSeconds ?? 0

describe('a watch', () => {
  test('transcribes nothing of the past, and each new episode once, after any change of the feed', async () => {
    const [user, host] = [await newUser(), newShow()]
    publish(host, named('b', 'a'))
    const { id } = await watch(user, host)
    expect(await read(user, id)).toMatchObject({ status: 'active', title: 'The Show', platform: 'podcast', taken: 0 })
    expect((await items(user, id)).items).toEqual([])
    expect((await items(user, id, '?include_seen=true')).items.map(({ title, status }) => [title, status])).toEqual([
      ['Episode b', 'seen'],
      ['Episode a', 'seen'],
    ])
    publish(host, named('c', 'b', 'a'))
    await check(id)
    expect(await outcomes(user, id)).toEqual({ 'Episode c': 'done' })
    publish(host, [
      { id: 'a', guid: 'x1' },
      { id: 'c', guid: 'x2', query: '?utm_source=feed' },
      { id: 'b', title: 'B!' },
    ])
    await check(id)
    expect(await outcomes(user, id)).toEqual({ 'Episode c': 'done' })
    expect(await usedSeconds(user)).toBe(10)
    expect(await read(user, id)).toMatchObject({ taken: 1, waiting: 0 })
    const imports = await service.call('GET', '/v1/import', { key: user.apiKey })
    expect(imports.body).toEqual([])
  })

  test('takes the newest of the past where it is asked to', async () => {
    const [user, host] = [await newUser(), newShow()]
    publish(host, named('d', 'c', 'b', 'a'))
    const { id } = await watch(user, host, { backfill: 2 })
    expect(await outcomes(user, id)).toEqual({ 'Episode d': 'done', 'Episode c': 'done' })
    const [first] = (await items(user, id)).items
    expect(first).toMatchObject({ audio_url: `https://${host}/d.mp3`, transcript_id: expect.any(String), job_id: null })
  })

  test('asks for a feed conditionally, and a 304 is a success without anything new', async () => {
    const [user, host] = [await newUser(), newShow()]
    publish(host, named('a'), '"v1"')
    const { id } = await watch(user, host)
    await check(id)
    origin.requests.length = 0
    answers.set(`${host}/feed.xml`, ({ headers }) => ({ status: headers['if-none-match'] === '"v1"' ? 304 : 500 }))
    await check(id)
    expect(origin.requests).toHaveLength(1)
    expect(await read(user, id)).toMatchObject({ status: 'active', error: null, taken: 0 })
  })

  test('takes no more in a day than it may, and the rest later', async () => {
    const [user, host] = [await newUser(), newShow()]
    publish(host, named('a'))
    const { id } = await watch(user, host, { max_per_day: 2 })
    publish(host, named('e', 'd', 'c', 'b', 'a'))
    await check(id)
    expect(await outcomes(user, id)).toEqual({
      'Episode e': 'done',
      'Episode d': 'done',
      'Episode c': 'waiting',
      'Episode b': 'waiting',
    })
    expect(await read(user, id)).toMatchObject({ taken: 2, waiting: 2 })
    await check(id)
    expect(await read(user, id)).toMatchObject({ taken: 2, waiting: 2 })
    // A day later they are taken, although the feed has not changed.
    await db().watchItem.updateMany({ where: { watchId: id, state: 'taken' }, data: { takenAt: new Date(0) } })
    await check(id)
    expect(Object.values(await outcomes(user, id))).toEqual(['done', 'done', 'done', 'done'])
    expect(await usedSeconds(user)).toBe(40)
  })

  test('skips what the allowance does not reach, and says so', async () => {
    const [user, host] = [await newUser('free'), newShow()]
    publish(host, named('a'))
    const { id } = await watch(user, host)
    answers.set(`${host}/long.vtt`, { headers: { 'content-type': 'text/vtt' }, body: LONG })
    publish(host, [{ id: 'long', seconds: 3600 }, ...named('b', 'a')])
    await check(id)
    expect(await outcomes(user, id)).toEqual({ 'Episode long': 'allowance_exceeded', 'Episode b': 'done' })
  })

  test('waits longer after each failure, recovers, and is paused after 30 days of them', async () => {
    const [user, host] = [await newUser(), newShow()]
    publish(host, named('a'))
    const { id } = await watch(user, host, { every: '1h' })
    answers.set(`${host}/feed.xml`, { status: 500 })
    const waits: number[] = []
    for (let failures = 0; failures < 6; failures++) {
      await check(id)
      const { next_check_at, last_checked_at } = await read(user, id)
      waits.push((Date.parse(next_check_at ?? '') - Date.parse(last_checked_at ?? '')) / 3_600_000)
    }
    for (const [index, wait] of waits.entries()) {
      const most = Math.min(2 ** (index + 1), 24)
      expect(wait).toBeGreaterThan(most - 1.01)
      expect(wait).toBeLessThanOrEqual(most)
    }
    expect(await read(user, id)).toMatchObject({ status: 'failing', error: { code: expect.any(String) } })
    publish(host, named('b', 'a'))
    await check(id)
    expect(await read(user, id)).toMatchObject({ status: 'active', error: null, failing_since: null })
    expect(await outcomes(user, id)).toEqual({ 'Episode b': 'done' })
    answers.set(`${host}/feed.xml`, { status: 500 })
    await check(id)
    const failingSince = new Date(Date.now() - (MAX_FAILING_DAYS * 86_400_000 - 60_000))
    await db().watch.update({ where: { id }, data: { failingSince } })
    await check(id)
    expect(await read(user, id)).toMatchObject({ status: 'failing' })
    await db().watch.update({ where: { id }, data: { failingSince: new Date(failingSince.getTime() - 120_000) } })
    await check(id)
    expect(await read(user, id)).toMatchObject({ status: 'paused', pause_reason: 'failing', next_check_at: null })
    expect((await call(user, 'POST', `/${id}/check`)).body).toMatchObject({ code: 'watch_paused' })
    publish(host, named('c', 'b', 'a'))
    expect((await call(user, 'PATCH', `/${id}`, { paused: false })).body).toMatchObject({ pause_reason: null })
    await expect.poll(async () => (await read(user, id)).taken, { timeout: 30_000 }).toBe(2)
  })

  test('tries again what was listed before it could be had, for as long as it is new', async () => {
    const [user, host] = [await newUser(), newShow()]
    publish(host, named('a'))
    const { id } = await watch(user, host)
    publish(host, named('stream', 'b', 'a'))
    await check(id)
    expect(await outcomes(user, id)).toEqual({ 'Episode stream': 'done', 'Episode b': 'done' })
    const early = { state: 'failed' as const, error: toProblemJson(new Problem('source_not_started')) }
    const set = (data: object) =>
      db().importItem.updateMany({ where: { userId: user.userId, guid: 'stream' }, data: { ...early, ...data } })
    await set({ libraryItemId: null })
    publish(host, named('stream', 'b', 'a'))
    await check(id)
    expect(await outcomes(user, id)).toEqual({ 'Episode stream': 'already_transcribed', 'Episode b': 'done' })
    expect(await read(user, id)).toMatchObject({ taken: 2 })
    await set({ libraryItemId: null })
    await db().watchItem.updateMany({ where: { watchId: id }, data: { seenAt: new Date(Date.now() - 8 * 86_400_000) } })
    publish(host, named('stream', 'b', 'a'))
    await check(id)
    expect(await db().importBatch.count({ where: { watchId: id } })).toBe(2)
  })

  test('for a link that leads to one recording is paused immediately and shows why', async () => {
    const [user, host] = [await newUser(), newShow()]
    answers.set(`${host}/feed.xml`, { headers: { 'content-type': 'audio/mpeg' }, body: 'ID3' })
    const { id } = await watch(user, host)
    expect(await read(user, id)).toMatchObject({
      status: 'paused',
      pause_reason: 'not_a_list',
      error: { code: 'unsupported_source', detail: expect.stringContaining('Watch a show') },
    })
  })
})

const LONG = `WEBVTT\n\n00:01.000 --> 00:59:59.000\nAn hour of talk\n`

describe('watches of a user', () => {
  test('are theirs alone, and the same link is watched once', async () => {
    const [user, other, host] = [await newUser(), await newUser(), newShow()]
    publish(host, named('a'))
    const { id, feed_url } = await watch(user, host)
    const again = await call(user, 'POST', '', { url: `https://${host}/feed.xml` })
    expect([again.status, again.body]).toMatchObject([200, { id, feed_url: null }])
    const german = await call(user, 'POST', '', { url: `https://${host}/feed.xml`, lang: 'de' })
    expect([german.status, german.body]).not.toMatchObject([200, { id }])
    const { lang } = await read(user, id)
    const same = await call(user, 'PATCH', `/${(german.body as { id: string }).id}`, { lang })
    expect([same.status, same.body]).toMatchObject([409, { code: 'already_watched' }])
    for (const [method, path, body] of [
      ['GET', `/${id}`],
      ['PATCH', `/${id}`, { paused: true }],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/check`],
      ['POST', `/${id}/feed`],
      ['GET', `/${id}/items`],
    ] as const) {
      expect((await call(other, method, path, body)).status, `${method} ${path}`).toBe(404)
    }
    expect(watchListSchema.parse((await call(other, 'GET', '')).body)).toEqual({ watches: [], next_cursor: null })
    expect(feed_url).toMatch(/\/feed\/vbw_/)
  })

  test('are listed page by page, newest first, and limited by plan', async () => {
    const user = await newUser('free')
    for (let n = 0; n < 50; n++) {
      const answer = await call(user, 'POST', '', { url: `https://${newShow()}/feed.xml` })
      expect(answer.status).toBe(201)
    }
    const more = await call(user, 'POST', '', { url: `https://${newShow()}/feed.xml` })
    expect([more.status, more.body]).toMatchObject([409, { code: 'too_many_watches', context: { limit: 50 } }])
    const first = watchListSchema.parse((await call(user, 'GET', '?limit=30')).body)
    const second = watchListSchema.parse((await call(user, 'GET', `?limit=30&cursor=${first.next_cursor}`)).body)
    const ids = [...first.watches, ...second.watches].map(({ id }) => id)
    expect([new Set(ids).size, second.next_cursor]).toEqual([50, null])
    expect(ids).toEqual(ids.toSorted().toReversed())
  })

  test('can be changed, paused and deleted; transcripts stay', async () => {
    const [user, host] = [await newUser(), newShow()]
    publish(host, named('a'))
    const { id } = await watch(user, host, { backfill: 1 })
    expect(await outcomes(user, id)).toEqual({ 'Episode a': 'done' })
    const changed = await call(user, 'PATCH', `/${id}`, { every: '2d', max_per_day: null, lang: 'de' })
    expect(changed.body).toMatchObject({ every: '2d', max_per_day: null, lang: 'de' })
    expect((await call(user, 'PATCH', `/${id}`, { every: '10m' })).status).toBe(422)
    expect((await call(user, 'PATCH', `/${id}`, { paused: true })).body).toMatchObject({
      status: 'paused',
      pause_reason: 'by_user',
      next_check_at: null,
    })
    expect((await call(user, 'DELETE', `/${id}`)).body).toEqual({ removed: true })
    expect((await call(user, 'GET', `/${id}`)).status).toBe(404)
    expect(await db().libraryItem.count({ where: { userId: user.userId } })).toBe(1)
    expect(await db().importBatch.count({ where: { userId: user.userId } })).toBe(0)
  })

  test('have a feed of results behind a secret link, which can be renewed', async () => {
    const [user, host] = [await newUser(), newShow()]
    publish(host, [{ id: 'a', title: 'Fish &amp; chips' }])
    const { id, feed_url } = await watch(user, host, { backfill: 1 })
    await outcomes(user, id)
    const path = new URL(feed_url ?? '').pathname
    const feed = await service.call('GET', path)
    expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    expect(feed.text).toContain('<title>Fish &amp; chips</title>')
    const known = ['etag', 'last-modified'].map((name) => feed.headers.get(name) ?? '')
    for (const [name, value] of [
      ['if-none-match', known[0]],
      ['if-modified-since', known[1]],
    ] as const) {
      const again = await service.call('GET', path, { headers: { [name]: value ?? '' } })
      expect([name, again.status, again.text, again.headers.get('etag')]).toEqual([name, 304, '', known[0]])
    }
    const older = { 'if-modified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' }
    expect((await service.call('GET', path, { headers: older })).status).toBe(200)
    const other = { 'if-none-match': '"other"', 'if-modified-since': known[1] ?? '' }
    expect((await service.call('GET', path, { headers: other })).status).toBe(200)
    expect(feed.text).toMatch(/http:\/\/localhost:3000\/transcripts\/[0-9a-f-]{36}/)
    expect((await service.call('GET', `${path}x`)).status).toBe(404)
    const renewed = watchWithFeedSchema.parse((await call(user, 'POST', `/${id}/feed`)).body)
    expect((await service.call('GET', path)).status).toBe(404)
    expect((await service.call('GET', new URL(renewed.feed_url ?? '').pathname)).status).toBe(200)
  })

  test('are checked on request, once a minute at most', async () => {
    const [user, host] = [await newUser(), newShow()]
    publish(host, named('a'))
    const { id } = await watch(user, host)
    const early = await call(user, 'POST', `/${id}/check`)
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
    publish(host, named('b', 'a'))
    await db().watch.update({ where: { id }, data: { lastCheckedAt: new Date(Date.now() - 61_000) } })
    expect((await call(user, 'POST', `/${id}/check`)).status).toBe(202)
    await expect.poll(async () => (await read(user, id)).taken, { timeout: 30_000 }).toBe(1)
  })

  test('send a webhook for each item with its outcome', async () => {
    const [user, host] = [await newUser(), newShow()]
    const body = { url: `${origin.url}/hook`, events: ['watch.item'] }
    const hook = await service.call('POST', '/v1/me/webhooks', { key: user.apiKey, body })
    publish(host, named('b', 'a'))
    const { id } = await watch(user, host, { backfill: 2 })
    await outcomes(user, id)
    const { id: endpointId } = hook.body as { id: string }
    const sent = () => db().webhookDelivery.findMany({ where: { endpointId }, orderBy: { id: 'asc' } })
    await expect.poll(async () => (await sent()).length, { timeout: 30_000 }).toBe(2)
    const payloads = (await sent()).map(({ payload }) => JSON.parse(payload) as { type: string; data: object })
    expect(payloads).toMatchObject(
      ['b', 'a'].map((guid) => ({
        type: 'watch.item',
        data: { watch_id: id, guid, status: 'done', transcript_id: expect.any(String), source_title: 'The Show' },
      })),
    )
  })
})

describe('due watches', () => {
  test('are claimed once, few of one server at a time, and again when a process was lost', async () => {
    const user = await newUser()
    const make = (host: string, n: number) => ({
      ...{ id: newId(), userId: user.userId, sourceUrl: `https://${host}/${n}`, sourceKey: newId(), host },
      ...{ everySeconds: 3600, nextCheckAt: new Date(n) },
    })
    const data = [...[0, 1, 2, 3, 4].map((n) => make('busy.example', n)), make('calm.example', 9)]
    await db().watch.createMany({ data })
    const [first, second] = await Promise.all([
      claimDueWatches({ taken: new Map(), room: 10, perHost: 2 }),
      claimDueWatches({ taken: new Map(), room: 10, perHost: 2 }),
    ])
    expect(new Set([...first, ...second]).size).toBe(first.length + second.length)
    expect(first.length + second.length).toBeGreaterThanOrEqual(3)
    const full = new Map([['busy.example', 2]])
    expect(await claimDueWatches({ taken: full, room: 10, perHost: 2 })).toEqual([])
    await db().watch.updateMany({ data: { leaseUntil: new Date(0) } })
    const again = await claimDueWatches({ taken: new Map(), room: 10, perHost: 9 })
    expect(again.length).toBe(6)
  })

  test('that are paused or changed while they are checked stay as their user wants them', async () => {
    const [user, host] = [await newUser(), newShow()]
    publish(host, named('a'))
    const { id } = await watch(user, host)
    const changed = async (change: object) => {
      publish(host, named(newId(), 'a'))
      await db().watch.updateMany({ where: { id }, data: { nextCheckAt: new Date(0) } })
      expect(await claimWatch(id)).toBe(true)
      // The row is read before the list is, and the change comes between.
      answers.set(`${host}/feed.xml`, async () => {
        await call(user, 'PATCH', `/${id}`, change)
        return { headers: {}, body: rss(host, named('b', 'a')) }
      })
      await checkWatch(id, AbortSignal.timeout(60_000))
      return read(user, id)
    }
    const { next_check_at: next } = await changed({ every: '7d' })
    const { everySeconds } = await db().watch.findUniqueOrThrow({ where: { id } })
    expect(nextCheckAt({ id, everySeconds }, 0, new Date()).toISOString()).toBe(next)
    expect(await changed({ paused: true })).toMatchObject({ status: 'paused', next_check_at: null })
  })

  test('are checked in a round, and a check whose claim has passed on stores nothing', async () => {
    const [user, host] = [await newUser(), newShow()]
    publish(host, named('a'))
    const { id } = await watch(user, host)
    publish(host, named('b', 'a'))
    await db().watch.update({ where: { id }, data: { nextCheckAt: new Date(0) } })
    answers.set(`${host}/feed.xml`, () => ({ headers: {}, body: rss(host, named('b', 'a')) }))
    await checkDueWatches(AbortSignal.timeout(60_000))
    expect((await read(user, id)).taken).toBe(1)
    answers.set(`${host}/feed.xml`, { body: rss(host, named('c', 'b', 'a')) })
    await db().watch.update({ where: { id }, data: { nextCheckAt: new Date(0) } })
    expect(await claimWatch(id)).toBe(true)
    const late = checkWatch(id, AbortSignal.timeout(60_000))
    await db().watch.update({ where: { id }, data: { claims: { increment: 1 } } })
    await late
    const { taken } = await read(user, id)
    expect([1, 2]).toContain(taken)
    await db().watch.update({ where: { id }, data: { leaseUntil: null, nextCheckAt: new Date(0) } })
    await check(id)
    expect(await outcomes(user, id)).toEqual({ 'Episode b': 'done', 'Episode c': 'done' })
  })
})
