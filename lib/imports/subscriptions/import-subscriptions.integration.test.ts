import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NewUser } from '@/lib/accounts/create-user'
import { db, pool } from '@/lib/core/db/db'
import type { OriginAnswer } from '@/test/origin/handle-request'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { newUser, useService } from '@/test/service'
import { type ImportBatch, importBatchSchema } from '../contract'
import { type StartedSubscriptions, startedSubscriptionsSchema } from './contract'

vi.setConfig({ testTimeout: 120_000 })

const FEED = `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>The Show</title>
  ${['b', 'a'].map((id) => `<item><guid>${id}</guid><title>Episode ${id}</title><enclosure url="/${id}.mp3" type="audio/mpeg"/><podcast:transcript url="/${id}.vtt" type="text/vtt"/></item>`).join('')}</channel></rss>`
const EMPTY_FEED = '<rss version="2.0"><channel><title>Silence</title></channel></rss>'
const CAPTIONS = 'WEBVTT\n\n00:01.000 --> 00:10.000\nThis is what was said.\n'

/** The internet's answers by address without scheme, set by each test, besides those of all shows. */
const answers = new Map<string, OriginAnswer>()
/** Feeds are sent once it is open. */
let gate: Promise<void> = Promise.resolve()

/** Closes the gate; returns what opens it. */
function closeGate(): () => void {
  let open = () => {}
  gate = new Promise((resolve) => {
    open = resolve
  })
  return open
}

const origin = await startOrigin([
  async ({ url, path }) => {
    const found = answers.get(url.replace(/^https?:\/\//, ''))
    if (found) return found
    if (path.endsWith('.vtt')) return { headers: { 'content-type': 'text/vtt' }, body: CAPTIONS }
    if (path !== '/feed.xml' && path !== '/empty.xml') return { status: 404 }
    await gate
    return { headers: { 'content-type': 'text/xml' }, body: path === '/feed.xml' ? FEED : EMPTY_FEED }
  },
])
const service = await useService()
trustOrigin(origin)
afterAll(() => origin.close())
beforeEach(() => answers.clear())

let shows = 0
/** The feed of a show that no other test imports. */
const newFeed = (name = 'feed') => `https://show${shows++}.example/${name}.xml`
const opmlOf = (urls: readonly string[]) =>
  `<?xml version="1.0"?><opml version="2.0"><head><title>Mine</title></head><body><outline text="feeds">${urls
    .map((url, at) => `<outline type="rss" text="Show ${at}" xmlUrl="${url}"/>`)
    .join('')}</outline></body></opml>`

const post = ({ apiKey }: NewUser, path: string, body: object, headers: Record<string, string> = {}) =>
  service.call('POST', path, { key: apiKey, body, headers })

async function start(user: NewUser, body: object): Promise<StartedSubscriptions> {
  const answer = await post(user, '/v1/import/subscriptions', body)
  expect([answer.status, answer.text]).toEqual([202, expect.stringContaining('imports')])
  return startedSubscriptionsSchema.strict().parse(answer.body)
}

const idsOf = ({ imports }: StartedSubscriptions) => imports.flatMap(({ batch_id: id }) => id ?? [])

async function read({ apiKey }: NewUser, id: string): Promise<ImportBatch> {
  return importBatchSchema.parse((await service.call('GET', `/v1/import/${id}`, { key: apiKey })).body)
}

async function ended(user: NewUser, id: string): Promise<ImportBatch> {
  const isOpen = async () => ['queued', 'in_progress'].includes((await read(user, id)).status)
  await expect.poll(isOpen, { timeout: 90_000, interval: 100 }).toBe(false)
  return read(user, id)
}

/** How many of a user's imports have a run. */
async function countBegun({ userId }: NewUser): Promise<number> {
  const batches = await db().importBatch.findMany({ where: { userId }, select: { id: true } })
  return db().work.count({ where: { kind: 'import', id: { in: batches.map(({ id }) => id) } } })
}

describe('a list of subscriptions', () => {
  test('starts an import for each podcast, in its order, and names the one that it could not', async () => {
    const [user, other] = [await newUser(), await newUser()]
    const [first, last] = [newFeed(), newFeed()]
    const started = await start(user, { opml: opmlOf([first, 'http://10.0.0.1/feed.xml', last, first]) })
    expect(started).toEqual({
      title: 'Mine',
      imports: [
        { url: first, title: 'Show 0', batch_id: expect.any(String), error: null },
        {
          url: 'http://10.0.0.1/feed.xml',
          title: 'Show 1',
          batch_id: null,
          error: expect.objectContaining({ code: 'blocked_url', status: 422 }),
        },
        { url: last, title: 'Show 2', batch_id: expect.any(String), error: null },
      ],
    })
    for (const id of idsOf(started)) {
      expect(await ended(user, id)).toMatchObject({ title: 'The Show', total: 2, done: 2, status: 'done' })
      expect((await service.call('GET', `/v1/import/${id}`, { key: other.apiKey })).status).toBe(404)
    }
    expect((await service.call('GET', '/v1/import', { key: user.apiKey })).body).toHaveLength(2)
    expect((await service.call('GET', '/v1/import', { key: other.apiKey })).body).toEqual([])
  })

  test('comes from a link, and its choice holds for each podcast', async () => {
    const user = await newUser()
    answers.set('app.example/mine.opml', {
      headers: { 'content-type': 'text/x-opml; charset=windows-1252' },
      body: Buffer.from(opmlOf([newFeed()]).replace('Show 0', 'Où ça'), 'latin1'),
    })
    const open = closeGate()
    const started = await start(user, { url: 'https://app.example/mine.opml', newest: 1, lang: 'en' })
    const [id = ''] = idsOf(started)
    expect(await read(user, id)).toMatchObject({ status: 'queued', title: 'Où ça', choice: { newest: 1 } })
    open()
    expect(await ended(user, id)).toMatchObject({ title: 'The Show', total: 1, done: 1 })
  })

  test('is started once where the same request has the same Idempotency-Key', async () => {
    const user = await newUser()
    const body = { opml: opmlOf([newFeed('empty')]) }
    const ask = () => post(user, '/v1/import/subscriptions', body, { 'idempotency-key': 'mine' })
    const first = await ask()
    await ended(user, idsOf(first.body)[0] ?? '')
    const again = await ask()
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
    expect((await service.call('GET', '/v1/import', { key: user.apiKey })).body).toHaveLength(1)
  })

  test.each([
    ['a link that is none', 'hello', 'invalid_url'],
    ['a link of 2,049 characters', `https://a.example/${'x'.repeat(2031)}`, 'invalid_url'],
    ['one video', 'https://www.youtube.com/watch?v=jNQXAC9IVRw', 'unsupported_source'],
  ])('has a podcast refused that is %s', async (_name, url, code) => {
    const { imports } = await start(await newUser(), { opml: opmlOf([url]) })
    expect(imports).toEqual([{ url, title: 'Show 0', batch_id: null, error: expect.objectContaining({ code }) }])
  })

  test.each([
    ['nothing', {}, [422, 'missing_source', ['body']]],
    ['an empty text', { opml: ' ', url: '' }, [422, 'missing_source', ['body']]],
    ['both', { opml: opmlOf([]), url: 'https://app.example/mine.opml' }, [422, 'conflicting_sources', ['body']]],
    ['a feed', { opml: FEED }, [422, 'unsupported_source', ['body', 'opml']]],
    ['no feeds', { opml: opmlOf([]) }, [422, 'unsupported_source', ['body', 'opml']]],
    ['no OPML behind a link', { url: 'https://app.example/feed.xml' }, [422, 'unsupported_source', ['body', 'url']]],
    ['a link to a video', { url: 'https://youtu.be/jNQXAC9IVRw' }, [422, 'unsupported_source', ['body', 'url']]],
    ['a private link', { url: 'http://127.0.0.1/mine.opml' }, [422, 'blocked_url', ['body', 'url']]],
    ['no language', { opml: opmlOf([newFeed()]), lang: 'no language' }, [422, 'invalid_language', ['body', 'lang']]],
  ])('is refused: %s', async (_name, body, [status, type, loc]) => {
    const user = await newUser()
    const answer = await post(user, '/v1/import/subscriptions', body)
    expect([answer.status, answer.body]).toMatchObject([status, { detail: [{ type, loc }] }])
    expect(await db().importBatch.count({ where: { userId: user.userId } })).toBe(0)
  })

  test('is refused over 500 podcasts, over 1 MB, and where its link leads nowhere', async () => {
    const user = await newUser()
    const many = opmlOf(Array.from({ length: 501 }, (_, at) => `https://show.example/${at}`))
    answers.set('app.example/large.opml', { body: `<opml>${' '.repeat(2 ** 20)}</opml>` })
    for (const [body, status, code] of [
      [{ opml: many }, 413, 'file_too_large'],
      [{ opml: `<opml>${'ž'.repeat(600_000)}</opml>` }, 413, 'file_too_large'],
      [{ url: 'https://app.example/large.opml' }, 413, 'file_too_large'],
      [{ url: 'https://app.example/gone.opml' }, 404, 'source_not_found'],
    ] as const) {
      const answer = await post(user, '/v1/import/subscriptions', body)
      expect([answer.status, answer.body]).toMatchObject([status, { code }])
    }
    expect(await db().importBatch.count({ where: { userId: user.userId } })).toBe(0)
  })
})

describe('imports beyond those that run at a time', () => {
  test('wait in the order of the list, leave room for another import, and begin as others end', async () => {
    const user = await newUser()
    const open = closeGate()
    const body = { opml: opmlOf(Array.from({ length: 14 }, () => newFeed('empty'))) }
    const started = idsOf(await start(user, body))
    expect(started).toHaveLength(14)
    expect(await countBegun(user)).toBe(10)
    expect(await db().work.count({ where: { id: { in: started.slice(0, 10) } } })).toBe(10)
    expect(idsOf(await start(user, body))).toEqual(started)

    const listed = (await service.call('GET', '/v1/import', { key: user.apiKey })).body as ImportBatch[]
    expect(listed.map(({ id }) => id).reverse()).toEqual(started)

    const alone = await post(user, '/v1/import', { url: newFeed('empty') })
    expect([alone.status, await countBegun(user)]).toEqual([200, 11])
    const cancelled = started[13] ?? ''
    await service.call('DELETE', `/v1/import/${cancelled}`, { key: user.apiKey })
    expect(await read(user, cancelled)).toMatchObject({ status: 'cancelled' })

    open()
    for (const id of started.slice(0, 13)) expect(await ended(user, id)).toMatchObject({ status: 'done', total: 0 })
    await expect.poll(() => countBegun(user)).toBe(0)
  })

  test('are begun in their order, once each, also where two that run end at the same time', {
    tags: 'deep',
  }, async () => {
    const user = await newUser()
    const open = closeGate()
    const started = idsOf(await start(user, { opml: opmlOf(Array.from({ length: 13 }, () => newFeed('empty'))) }))
    await service.call('DELETE', `/v1/import/${started[0]}`, { key: user.apiKey })
    expect(await db().work.findMany({ where: { id: { in: started.slice(10) } } })).toMatchObject([{ id: started[10] }])
    await Promise.all(started.slice(1, 3).map((id) => service.call('DELETE', `/v1/import/${id}`, { key: user.apiKey })))
    expect(await db().work.count({ where: { id: { in: started.slice(3) } } })).toBe(10)
    open()
    for (const id of started.slice(3)) expect(await ended(user, id)).toMatchObject({ status: 'done' })
  })

  test('are 500 at most: a further podcast is refused until some have ended', async () => {
    const user = await newUser()
    const fill = `insert into import_batch (id, user_id, source_url, status, running_key)
      select uuidv7(), $1::uuid, 'https://show.example/' || i, $2::text::import_status, $1::uuid || $2::text || i
      from generate_series(1, $3::int) i`
    await pool().query(fill, [user.userId, 'in_progress', 10])
    await pool().query(fill, [user.userId, 'queued', 500])
    const { imports } = await start(user, { opml: opmlOf([newFeed()]) })
    expect(imports).toMatchObject([{ batch_id: null, error: { code: 'too_many_jobs', context: { limit: 500 } } }])
    await db().importBatch.deleteMany({ where: { userId: user.userId } })
  })
})

test('imports in progress are listed beside the last 200', async () => {
  const user = await newUser()
  const fill = `insert into import_batch (id, user_id, source_url, status, running_key, created_at)
    select uuidv7(), $1::uuid, 'https://show.example/' || i, 'queued', $1::uuid || ':' || i, now() - make_interval(mins => 1000 - i)
    from generate_series(1, 203) i`
  await pool().query(fill, [user.userId])
  await pool().query(
    `update import_batch set status = 'in_progress' where user_id = $1 and source_url = 'https://show.example/2'`,
    [user.userId],
  )
  const listed = (await service.call('GET', '/v1/import', { key: user.apiKey })).body as ImportBatch[]
  expect([listed.length, listed.at(-2)?.source_url, listed.at(-1)?.source_url]).toEqual([
    201,
    'https://show.example/4',
    'https://show.example/2',
  ])
  await db().importBatch.deleteMany({ where: { userId: user.userId } })
})

describe('a link to a list of subscriptions', () => {
  const LINK = 'https://app.example/mine.opml'
  const MESSAGE =
    'This is an OPML list of 2 podcast subscriptions, not one podcast. Import it with POST /v1/import/subscriptions, or on the Imports page.'

  test.each(['/v1/resolve', '/v1/podcast/resolve', '/v1/import/preview', '/v1/transcript'])(
    'is refused by %s, with the way to import it',
    async (path) => {
      answers.set('app.example/mine.opml', { body: opmlOf([newFeed(), newFeed()]) })
      const answer = await post(await newUser(), path, { url: LINK })
      expect([answer.status, answer.body]).toMatchObject([
        422,
        {
          detail: [
            {
              type: 'unsupported_source',
              loc: ['body', 'url'],
              msg: MESSAGE,
              ctx: { importable: 'subscriptions', subscriptions: 2 },
            },
          ],
        },
      ])
    },
  )

  test('ends an import with that as its note', async () => {
    answers.set('app.example/mine.opml', { body: opmlOf([newFeed(), newFeed()]) })
    const user = await newUser()
    const { batch_id: id } = (await post(user, '/v1/import', { url: LINK })).body as { batch_id: string }
    expect(await ended(user, id)).toMatchObject({ status: 'error', note: MESSAGE })
  })
})
