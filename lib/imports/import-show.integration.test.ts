import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NewUser } from '@/lib/accounts/create-user'
import type { Transcript } from '@/lib/captions/transcript'
import { db } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import { expectWork, MAX_LOST_RUNS, replaceLostRun, replaceLostRuns } from '@/lib/durable/work'
import { purgeExpiredFeeds } from '@/lib/podcasts/fetch/feed-cache-table'
import type { OriginAnswer, OriginRequest } from '@/test/origin/handle-request'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { ended as jobEnded, newUser, useService } from '@/test/service'
import { type ImportBatch, type ImportItemList, importBatchSchema, importItemListSchema } from './contract'
import { finishImport } from './end-import'
import { IMPORT_RECOVERY } from './import-run'
import { listImportItems } from './source/list-items'

// Sound is really transcribed, which a busy machine takes its time for.
vi.setConfig({ testTimeout: 180_000 })

const sound = await readFile('test/fixtures/audio/jfk.mp3')

type Answer = OriginAnswer | ((request: OriginRequest) => OriginAnswer | Promise<OriginAnswer>)
/** The internet's answers by address without scheme, set by each test. */
const answers = new Map<string, Answer>()
const origin = await startOrigin([
  async (request) => {
    const address = request.url.replace(/^https?:\/\//, '')
    const found = answers.get(address)
    if (found) return typeof found === 'function' ? found(request) : found
    if (request.path.endsWith('.vtt')) return { headers: { 'content-type': 'text/vtt' }, body: captions(address) }
    if (request.path.endsWith('.mp3')) return { headers: { 'content-type': 'audio/mpeg' }, body: sound }
    return { status: 404 }
  },
])
const service = await useService()
trustOrigin(origin)
afterAll(() => origin.close())
beforeEach(() => {
  answers.clear()
  origin.requests.length = 0
})

/** A publisher's transcript of ten seconds. */
const captions = (address: string) =>
  `WEBVTT\n\n00:01.000 --> 00:10.000\nThis is what was said in ${address.replaceAll('/', ' ')}\n`

let shows = 0
/** The address of a show that no other test imports. */
const newShow = () => `show${shows++}.example`

type Item = { id: string; audio?: string; transcript?: string | null; seconds?: number; guid?: string }
const item = (host: string, { id, audio, transcript, seconds = 10, guid = id }: Item) => {
  const text = transcript === null ? '' : `<podcast:transcript url="${transcript ?? `${id}.vtt`}" type="text/vtt"/>`
  return `<item><guid>${guid}</guid><title>Episode ${id}</title><itunes:duration>${seconds}</itunes:duration>
  <enclosure url="${audio ?? `https://${host}/${id}.mp3`}" type="audio/mpeg"/>${text}</item>`
}
const rss = (items: string) =>
  `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
  xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>The Show</title><language>en</language>${items}</channel></rss>`
const publish = (host: string, items: Item[]) =>
  answers.set(`${host}/feed.xml`, {
    headers: { etag: `"${items.length}"` },
    body: rss(items.map((one) => item(host, one)).join('')),
  })
const many = (count: number): Item[] => Array.from({ length: count }, (_, n) => ({ id: `e${n}` }))

async function start({ apiKey }: NewUser, host: string, body: object = {}): Promise<string> {
  const answer = await service.call('POST', '/v1/import', {
    key: apiKey,
    body: { url: `https://${host}/feed.xml`, ...body },
  })
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('batch_id')])
  return (answer.body as { batch_id: string }).batch_id
}

async function read({ apiKey }: NewUser, id: string): Promise<ImportBatch> {
  const answer = await service.call('GET', `/v1/import/${id}`, { key: apiKey })
  return importBatchSchema.strict().parse(answer.body)
}

async function items({ apiKey }: NewUser, id: string, query = 'limit=100'): Promise<ImportItemList> {
  const answer = await service.call('GET', `/v1/import/${id}/items?${query}`, { key: apiKey })
  return importItemListSchema.parse(answer.body)
}

async function ended(user: NewUser, id: string): Promise<ImportBatch> {
  const open = (status: string) => status === 'queued' || status === 'in_progress'
  await expect.poll(async () => open((await read(user, id)).status), { timeout: 150_000, interval: 100 }).toBe(false)
  const batch = await read(user, id)
  expect(batch.done + batch.failed + batch.skipped).toBe(batch.total)
  return batch
}

const imported = async (user: NewUser, host: string, body?: object) => ended(user, await start(user, host, body))
/** How many statements about imports are sent while something is done. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const texts = sent.mock.calls.map(([statement]: unknown[]) => JSON.stringify(statement ?? ''))
  sent.mockRestore()
  return texts.filter((text) => text.includes('import_')).length
}

const usedSeconds = async ({ userId }: NewUser) =>
  (await db().usagePeriod.aggregate({ where: { userId }, _sum: { usedSeconds: true } }))._sum.usedSeconds ?? 0

describe('a show', () => {
  test('is imported by its publisher’s transcripts, and the rest by its sound', async () => {
    const [user, host] = [await newUser(), newShow()]
    publish(host, [{ id: 'a' }, { id: 'b', transcript: null }, { id: 'c' }])
    expect(await imported(user, host)).toMatchObject({
      source_url: `https://${host}/feed.xml`,
      title: 'The Show',
      total: 3,
      done: 3,
      failed: 0,
      skipped: 0,
      status: 'done',
      note: null,
    })
    const [first] = (await service.call('GET', '/v1/import', { key: user.apiKey })).body as ImportBatch[]
    const list = await items(user, first?.id ?? '')
    expect(list).toMatchObject({ total: 3, limit: 100, offset: 0 })
    expect(list.items.map(({ guid, status, job_id }) => [guid, status, job_id !== null])).toEqual([
      ['a', 'done', false],
      ['b', 'done', true],
      ['c', 'done', false],
    ])
    expect(list.items.every(({ transcript_id }) => transcript_id !== null)).toBe(true)
    const body = { audio: `https://${host}/a.mp3` }
    const again = (await service.call('POST', '/v1/transcript', { key: user.apiKey, body })).body as Transcript
    expect(again).toMatchObject({ source: 'captions', cached: true, title: 'Episode a', author: 'The Show' })
    expect(await usedSeconds(user)).toBe(31)
  })

  test('is imported again only where it has something new, and its feed is not sent again when it is not', async () => {
    const [user, host] = [await newUser(), newShow()]
    publish(host, many(3))
    await imported(user, host)
    answers.set(`${host}/feed.xml`, ({ headers }) => ({ status: headers['if-none-match'] === '"3"' ? 304 : 500 }))
    origin.requests.length = 0
    expect(await imported(user, host)).toMatchObject({ status: 'done', total: 3, done: 0, skipped: 3 })
    expect(origin.requests.length).toBe(1)
    publish(host, [{ id: 'new' }, { id: 'moved', guid: 'e1' }, ...many(3).filter(({ id }) => id !== 'e1')])
    const third = await imported(user, host)
    expect(third).toMatchObject({ total: 4, done: 1, skipped: 3, note: null })
    const { items: skipped } = await items(user, third.id, 'status=skipped&limit=2')
    expect(skipped).toMatchObject([
      { guid: 'e1', reason: 'already_transcribed', transcript_id: expect.any(String) },
      { guid: 'e0', reason: 'already_transcribed' },
    ])
    expect(await usedSeconds(user)).toBe(40)
  })

  test('says when there is nothing new, and when there is nothing at all', async () => {
    const [user, host] = [await newUser(), newShow()]
    publish(host, [])
    expect((await imported(user, host)).note).toContain('no episode with a recording')
    publish(host, many(1))
    await imported(user, host)
    expect((await imported(user, host)).note).toContain('Nothing is new')
  })

  test('asked for twice while it is imported is one import; in another language it is another', async () => {
    const [user, host] = [await newUser(), newShow()]
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    answers.set(`${host}/feed.xml`, async () => {
      await held
      return { body: rss(item(host, { id: 'a' })) }
    })
    const first = await start(user, host)
    expect(await start(user, host)).toBe(first)
    const german = await start(user, host, { lang: 'de' })
    expect(german).not.toBe(first)
    release()
    expect([await ended(user, first), await ended(user, german)]).toMatchObject([{ done: 1 }, { done: 1 }])
  })

  test('that two users import is worked once and charged to each', { tags: 'deep' }, async () => {
    const [anna, ben, host] = [await newUser(), await newUser(), newShow()]
    publish(host, [...many(6), { id: 'spoken', transcript: null }])
    const batches = await Promise.all([imported(anna, host), imported(ben, host)])
    expect(batches).toMatchObject([{ done: 7 }, { done: 7 }])
    const asked = origin.requests.map(({ url }) => url).filter((url) => !url.endsWith('feed.xml'))
    expect(asked.filter((url) => url.endsWith('.vtt')).sort()).toEqual(
      many(6).map(({ id }) => `https://${host}/${id}.vtt`),
    )
    expect(await db().job.count({ where: { media: { url: `https://${host}/spoken.mp3` } } })).toBe(1)
    expect([await usedSeconds(anna), await usedSeconds(ben)]).toEqual([71, 71])
  })
})

describe('an episode', () => {
  test('that can’t be had fails with its reason, and holds up no other', async () => {
    const [user, host] = [await newUser(), newShow()]
    answers.set(`${host}/gone.mp3`, { status: 404 })
    answers.set(`${host}/away.mp3`, { status: 302, headers: { location: `https://moved.example/${host}.mp3` } })
    publish(host, [
      { id: 'gone', transcript: null },
      { id: 'inside', audio: 'http://192.168.0.1/a.mp3' },
      { id: 'away', transcript: null },
      { id: 'relative', audio: '/media/relative.mp3', transcript: '../texts/relative.vtt' },
    ])
    const batch = await imported(user, host)
    expect(batch).toMatchObject({ status: 'done', total: 4, done: 2, failed: 2, skipped: 0 })
    const { items: list } = await items(user, batch.id)
    expect(list.map(({ status, error }) => [status, error?.code ?? null])).toEqual([
      ['failed', 'source_not_found'],
      ['failed', 'blocked_url'],
      ['done', null],
      ['done', null],
    ])
    expect(origin.requests.some(({ url }) => url.includes('192.168'))).toBe(false)
  })

  test('with signed addresses that expire is read from its feed again', { tags: 'deep' }, async () => {
    const host = newShow()
    let reading = 0
    answers.set(`${host}/feed.xml`, () => {
      reading++
      const listed = ['one', 'two'].map((id) => {
        const served = { headers: { 'content-type': 'audio/mpeg' }, body: sound }
        answers.set(`${host}/${id}.mp3?token=${reading}`, reading === 1 ? { status: 403 } : served)
        return item(host, { id, audio: `https://${host}/${id}.mp3?token=${reading}`, transcript: null })
      })
      return { body: rss(listed.join('')) }
    })
    const batch = await imported(await newUser(), host)
    expect(batch).toMatchObject({ total: 2, done: 2, failed: 0 })
    expect(reading).toBeGreaterThan(1)
  })

  test('with a missing recording says that the feed no longer has it, where a new reading shows that', async () => {
    const [user, host] = [await newUser(), newShow()]
    const [gone, listed] = ['gone', 'listed'].map((id) => item(host, { id, transcript: null }))
    let reading = 0
    answers.set(`${host}/feed.xml`, () => ({ body: rss(++reading === 1 ? `${gone}${listed}` : `${listed}`) }))
    answers.set(`${host}/gone.mp3`, { status: 410 })
    answers.set(`${host}/listed.mp3`, { status: 404 })
    const batch = await imported(user, host)
    expect(batch).toMatchObject({ total: 2, failed: 2 })
    expect((await items(user, batch.id)).items.map(({ error }) => [error?.code, error?.detail])).toEqual([
      ['source_not_found', 'The feed no longer has this episode.'],
      ['source_not_found', expect.stringContaining('No recording was found at this link')],
    ])
  })

  test('with a missing recording keeps its reason where the feed can’t be read again', async () => {
    const [user, host] = [await newUser(), newShow()]
    let reading = 0
    answers.set(`${host}/feed.xml`, () =>
      ++reading === 1 ? { body: rss(item(host, { id: 'gone', transcript: null })) } : { status: 404 },
    )
    answers.set(`${host}/gone.mp3`, { status: 404 })
    const batch = await imported(user, host)
    const [failed] = (await items(user, batch.id)).items
    expect(failed?.error?.detail).toContain('No recording was found at this link')
    expect(reading).toBeGreaterThan(1)
  })

  test('with an address refused in each reading of the feed fails with the reason', { tags: 'deep' }, async () => {
    const host = newShow()
    let reading = 0
    answers.set(`${host}/feed.xml`, () => {
      reading++
      return {
        body: rss(item(host, { id: 'one', audio: `https://${host}/one.mp3?token=${reading}`, transcript: null })),
      }
    })
    for (let token = 1; token < 9; token++) answers.set(`${host}/one.mp3?token=${token}`, { status: 403 })
    const user = await newUser()
    const batch = await imported(user, host)
    expect(batch).toMatchObject({ total: 1, failed: 1 })
    const [failed] = (await items(user, batch.id)).items
    expect(failed?.error?.code).toBe('source_login_required')
    expect(reading).toBeLessThan(6)
    expect(await usedSeconds(user)).toBe(0)
  })

  test('that occurs twice in the feed is charged once, with any guid', async () => {
    const [user, host] = [await newUser(), newShow()]
    publish(host, [{ id: 'a' }, { id: 'a' }, { id: 'a', guid: 'other' }, { id: 'b' }])
    const batch = await imported(user, host)
    expect(batch).toMatchObject({ total: 3, failed: 0 })
    expect(await usedSeconds(user)).toBe(20)
  })

  test('that shares its guid with another stays a separate one, in the next import too', { tags: 'deep' }, async () => {
    const [user, host] = [await newUser(), newShow()]
    publish(host, [{ id: 'a', guid: 'same' }])
    expect(await imported(user, host)).toMatchObject({ total: 1, done: 1 })
    publish(host, [
      { id: 'b', guid: 'same' },
      { id: 'a', guid: 'same' },
    ])
    expect(await imported(user, host)).toMatchObject({ total: 2, done: 1, skipped: 1 })
    expect(await imported(user, host)).toMatchObject({ total: 2, done: 0, skipped: 2 })
    expect(await usedSeconds(user)).toBe(20)
  })

  /** Waits until a try at an import's only episode has failed, and gives in how many seconds the next one is due. */
  async function failedTimes(batchId: string, failures: number): Promise<number> {
    const waiting = () => db().importItem.findFirst({ where: { batchId, state: 'queued', failures } })
    await expect.poll(waiting, { timeout: 60_000, interval: 100 }).not.toBeNull()
    return ((await waiting())?.dueAt.getTime() ?? 0) / 1000 - Date.now() / 1000
  }
  const makeDue = (batchId: string) => db().importItem.updateMany({ where: { batchId }, data: { dueAt: new Date() } })

  test('with a transcript that its server holds back is asked for later, and not transcribed at a price', async () => {
    const [user, host] = [await newUser(), newShow()]
    answers.set(`${host}/a.vtt`, { status: 429, headers: { 'retry-after': '240' } })
    publish(host, [{ id: 'a' }])
    const batchId = await start(user, host)
    expect(await failedTimes(batchId, 1)).toBeGreaterThan(180)
    answers.delete(`${host}/a.vtt`)
    await makeDue(batchId)
    expect(await ended(user, batchId)).toMatchObject({ done: 1, failed: 0 })
    expect((await items(user, batchId)).items).toMatchObject([{ status: 'done', job_id: null }])
    expect(origin.requests.filter(({ url }) => url.endsWith('.mp3'))).toEqual([])
  })

  test('with a transcript that never comes is transcribed by its sound in the end', { tags: 'deep' }, async () => {
    const [user, host] = [await newUser(), newShow()]
    answers.set(`${host}/a.vtt`, { status: 429 })
    publish(host, [{ id: 'a' }])
    const batchId = await start(user, host)
    for (const failures of [1, 2]) {
      await failedTimes(batchId, failures)
      await makeDue(batchId)
    }
    expect(await ended(user, batchId)).toMatchObject({ done: 1, failed: 0 })
    expect((await items(user, batchId)).items).toMatchObject([{ status: 'done', job_id: expect.any(String) }])
  })

  test('beyond the allowance is skipped, and the note says so; what fits is taken', async () => {
    const [user, host] = [await newUser('free'), newShow()]
    const long = 'WEBVTT\n\n00:01.000 --> 10:00.000\nA long talk\n'
    for (const id of ['a', 'b', 'c']) answers.set(`${host}/${id}.vtt`, { body: long })
    publish(host, [{ id: 'a', seconds: 600 }, { id: 'b', seconds: 600 }, { id: 'c', seconds: 600 }, { id: 'd' }])
    const batch = await imported(user, host)
    expect(batch).toMatchObject({
      done: 2,
      failed: 0,
      skipped: 2,
      note: expect.stringMatching(/allowance.*2 episodes/),
    })
    const { items: list } = await items(user, batch.id, 'status=skipped')
    expect(list.map(({ reason, error }) => [reason, error])).toEqual([
      ['allowance_exceeded', null],
      ['allowance_exceeded', null],
    ])
    expect(await usedSeconds(user)).toBe(610)
  })
})

test('an import that is cancelled keeps what is done and charges nothing more', async () => {
  const [user, host] = [await newUser(), newShow()]
  publish(host, [{ id: 'a' }, ...many(20).map(({ id }) => ({ id: `x${id}` }))])
  let asked = () => {}
  const begun = new Promise<void>((resolve) => {
    asked = resolve
  })
  for (const { id } of many(20)) {
    answers.set(`${host}/x${id}.vtt`, async () => {
      asked()
      return new Promise<never>(() => {})
    })
  }
  const id = await start(user, host)
  await begun
  await expect.poll(async () => (await read(user, id)).done).toBe(1)
  const cancelled = await service.call('DELETE', `/v1/import/${id}`, { key: user.apiKey })
  expect(cancelled.body).toMatchObject({ status: 'cancelled', total: 21, done: 1, failed: 0, skipped: 20 })
  expect((await items(user, id, 'status=skipped')).items[0]).toMatchObject({ reason: 'cancelled' })
  const again = await service.call('DELETE', `/v1/import/${id}`, { key: user.apiKey })
  expect(again.body).toEqual(cancelled.body)
  expect(await usedSeconds(user)).toBe(10)
})

test('cancelled, an import leaves the jobs it began, but none that a call of its user’s has joined', {
  tags: 'deep',
}, async () => {
  const [user, host] = [await newUser(), newShow()]
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  for (const id of ['alone', 'joined']) {
    answers.set(`${host}/${id}.mp3`, async () => {
      await held
      return { headers: { 'content-type': 'audio/mpeg' }, body: sound }
    })
  }
  publish(host, [
    { id: 'alone', transcript: null },
    { id: 'joined', transcript: null },
  ])
  const id = await start(user, host)
  const jobs = async () => (await items(user, id)).items.flatMap(({ job_id }) => job_id ?? [])
  await expect.poll(async () => (await jobs()).length, { timeout: 30_000 }).toBe(2)
  const [alone, joined] = await jobs()
  const body = { audio: `https://${host}/joined.mp3` }
  const single = await service.call('POST', '/v1/transcript', { key: user.apiKey, body })
  expect([single.status, single.body]).toMatchObject([202, { job_id: joined }])
  await service.call('DELETE', `/v1/import/${id}`, { key: user.apiKey })
  release()
  expect(await jobEnded(service, user.apiKey, joined ?? '')).toMatchObject({ status: 'done' })
  expect(await jobEnded(service, user.apiKey, alone ?? '')).toMatchObject({
    status: 'error',
    error: { code: 'cancelled' },
  })
  expect(await usedSeconds(user)).toBe(11)
})

describe('a link', () => {
  test('that leads to no show ends its import with what happened', async () => {
    const [user, host] = [await newUser(), newShow()]
    answers.set(`${host}/feed.xml`, { headers: { 'content-type': 'text/html' }, body: '<!doctype html><p>Hello' })
    expect(await imported(user, host)).toMatchObject({
      status: 'error',
      title: null,
      total: 0,
      note: expect.stringContaining('no podcast at this link'),
    })
  })

  test('to a recording alone imports it', async () => {
    const [user, host] = [await newUser(), newShow()]
    const batch = await imported(user, host, { url: `https://${host}/talk.mp3` })
    expect(batch).toMatchObject({ status: 'done', title: 'talk', total: 1, done: 1 })
  })

  test.each([
    ['what is none', 'hello', 'invalid_url'],
    ['a private address', 'http://10.0.0.1/feed', 'blocked_url'],
    ['a video', 'https://youtu.be/jNQXAC9IVRw', 'unsupported_source'],
  ])('%s is refused immediately', async (_name, url, type) => {
    const { apiKey: key } = await newUser()
    const answer = await service.call('POST', '/v1/import', { key, body: { url } })
    expect([answer.status, answer.body]).toMatchObject([422, { detail: [{ type, loc: ['body', 'url'] }] }])
    expect((await service.call('GET', '/v1/import', { key })).body).toEqual([])
  })
})

test("a user cannot see or end another user's import", async () => {
  const [anna, ben, host] = [await newUser(), await newUser(), newShow()]
  publish(host, many(1))
  const { id } = await imported(anna, host)
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/items'],
    ['DELETE', ''],
  ] as const) {
    const answer = await service.call(method, `/v1/import/${id}${path}`, { key: ben.apiKey })
    expect([answer.status, answer.body]).toMatchObject([404, { code: 'not_found' }])
  }
  expect((await service.call('GET', '/v1/import', { key: ben.apiKey })).body).toEqual([])
})

test('a feed of 10,000 episodes is listed in few statements, and a known one is done immediately', {
  tags: 'deep',
}, async () => {
  const [user, host] = [await newUser(), newShow()]
  publish(host, many(10_000))
  const id = newId()
  await db().importBatch.create({ data: { id, userId: user.userId, sourceUrl: `https://${host}/feed.xml` } })
  const statements = await countStatements(() => listImportItems(id, new AbortController().signal))
  expect(statements).toBeGreaterThan(5)
  expect(statements).toBeLessThan(40)
  expect(await read(user, id)).toMatchObject({ status: 'in_progress', total: 10_000, done: 0, skipped: 0 })
  const body = { audio: `https://${host}/words.vtt` }
  const had = (await service.call('POST', '/v1/transcript', { key: user.apiKey, body })).body as Transcript
  await db().importItem.updateMany({ where: { batchId: id }, data: { state: 'done', libraryItemId: had.id } })
  await finishImport(id)
  expect(await imported(user, host)).toMatchObject({ status: 'done', total: 10_000, skipped: 10_000 })
  const last = await items(user, id, 'limit=1&offset=9999')
  expect(last).toMatchObject({ total: 10_000, items: [{ guid: 'e9999' }] })
  expect((await items(user, id, 'offset=9007199254740991')).items).toEqual([])
})

test('an import whose run was lost continues in another, which alone works on it', async () => {
  const [user, host] = [await newUser(), newShow()]
  publish(host, many(2))
  const batch = { id: newId(), userId: user.userId, sourceUrl: `https://${host}/feed.xml` }
  await db().importBatch.create({ data: batch })
  const lost = { id: batch.id, run: newId() }
  await db().work.create({ data: { kind: 'import', ...lost, expectedBy: new Date(0) } })
  expect(await replaceLostRuns(IMPORT_RECOVERY)).toBe(1)
  expect(await expectWork(IMPORT_RECOVERY, lost.run, 60)).toBe(false)
  expect(await ended(user, batch.id)).toMatchObject({ status: 'done', done: 2 })
  expect(await db().work.count({ where: { id: batch.id } })).toBe(0)
})

test('an import whose runs get nowhere fails in the end', async () => {
  const user = await newUser()
  const batch = { id: newId(), userId: user.userId, sourceUrl: 'https://nobody.example/feed.xml' }
  await db().importBatch.create({ data: batch })
  const work = { id: batch.id, run: newId() }
  await db().work.create({ data: { kind: 'import', ...work, lostRuns: MAX_LOST_RUNS, expectedBy: new Date(0) } })
  await replaceLostRun(IMPORT_RECOVERY, { id: batch.id, run: newId() })
  expect(await read(user, batch.id)).toMatchObject({ status: 'queued' })
  await replaceLostRun(IMPORT_RECOVERY, work)
  expect(await read(user, batch.id)).toMatchObject({ status: 'error' })
})

test('cached feeds without requests are purged, and others are kept', async () => {
  const [user, host] = [await newUser(), newShow()]
  publish(host, many(1))
  await imported(user, host)
  const url = `https://${host}/feed.xml`
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000)
  await purgeExpiredFeeds(inDays(29))
  expect(await db().feedCache.count({ where: { url } })).toBe(1)
  await db().feedCache.update({ where: { url }, data: { fetchedAt: inDays(-20) } })
  answers.set(`${host}/feed.xml`, { status: 304 })
  await imported(user, host)
  await purgeExpiredFeeds(inDays(15))
  expect(await db().feedCache.count({ where: { url } })).toBe(1)
  await purgeExpiredFeeds(inDays(31))
  expect(await db().feedCache.count({ where: { url } })).toBe(0)
})
