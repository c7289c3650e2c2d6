import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NewUser } from '@/lib/accounts/create-user'
import { api } from '@/lib/api/app'
import { db } from '@/lib/core/db/db'
import { purgeOldUploads } from '@/lib/uploads/purge-uploads'
import { openArchive } from '@/test/open-archive'
import type { OriginAnswer, OriginRequest } from '@/test/origin/handle-request'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { newUser, upload, useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'
import { batchItemListSchema, batchPreviewSchema, batchResultSchema, batchSchema, batchStartedSchema } from './contract'

// Sound is really transcribed, which a busy machine takes its time for.
vi.setConfig({ testTimeout: 180_000 })

const sound = await readFile('test/fixtures/audio/jfk.mp3')
type Answer = OriginAnswer | ((request: OriginRequest) => OriginAnswer | Promise<OriginAnswer>)
/** The internet's answers by address without scheme, besides caption files and sounds. */
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
const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-batches-'))
afterAll(async () => {
  await origin.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  answers.clear()
  origin.requests.length = 0
})

/** A caption file of ten seconds. */
const captions = (address: string, seconds = 10) =>
  `WEBVTT\n\n00:01.000 --> ${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}.000\nThis is what was said in ${address.replaceAll('/', ' ')}\n`

let hosts = 0
/** A host that no other test asks. */
const newHost = () => `files${hosts++}.example`

const post = ({ apiKey: key }: NewUser, body: object, headers: Record<string, string> = {}) =>
  service.call('POST', '/v1/batches', { key, body, headers })

async function start(user: NewUser, items: object[], options: object = {}) {
  const answer = await post(user, { items, ...options })
  expect([answer.status, answer.text]).toEqual([202, expect.stringContaining('"id"')])
  return batchStartedSchema.strict().parse(answer.body)
}

const read = async ({ apiKey: key }: NewUser, id: string) =>
  batchSchema.strict().parse((await service.call('GET', `/v1/batches/${id}`, { key })).body)

const page = async ({ apiKey: key }: NewUser, id: string, query = 'limit=100') =>
  batchItemListSchema.strict().parse((await service.call('GET', `/v1/batches/${id}/items?${query}`, { key })).body)

async function ended(user: NewUser, id: string) {
  const status = async () => (await read(user, id)).status
  await expect.poll(status, { timeout: 150_000, interval: 100 }).not.toBe('in_progress')
  const batch = await read(user, id)
  expect(batch.done + batch.failed + batch.skipped).toBe(batch.total)
  return batch
}

async function worked(user: NewUser, items: object[], options: object = {}) {
  const { id } = await start(user, items, options)
  const batch = await ended(user, id)
  return { batch, items: (await page(user, id)).items }
}

const usedSeconds = async ({ userId }: NewUser) =>
  (await db().usagePeriod.aggregate({ where: { userId }, _sum: { usedSeconds: true } }))._sum.usedSeconds ?? 0

/** A response as it is, by its bytes. */
const download = ({ apiKey: key }: NewUser, address: string) =>
  api().request(`http://localhost:3000${address}`, { headers: { authorization: `Bearer ${key}` } })

async function lines(user: NewUser, id: string) {
  const response = await download(user, `/v1/batches/${id}/results.jsonl`)
  expect(response.status).toBe(200)
  const text = await response.text()
  expect(text.endsWith('\n')).toBe(true)
  return text
    .trimEnd()
    .split('\n')
    .map((line) => batchResultSchema.strict().parse(JSON.parse(line)))
}

async function unzip(user: NewUser, id: string) {
  const response = await download(user, `/v1/batches/${id}/results.zip`)
  expect(response.status).toBe(200)
  const file = path.join(folder, `${id}.zip`)
  await writeFile(file, Buffer.from(await response.arrayBuffer()))
  return openArchive(file)
}

describe('a batch', () => {
  test('with links is transcribed in the order sent, by captions and by sound, each charged once', async () => {
    const [user, host] = [await newUser(), newHost()]
    const { batch, items } = await worked(user, [
      { url: `https://${host}/c.vtt`, custom_id: 'third', format: 'srt' },
      { audio: `https://${host}/spoken.mp3` },
      { url: `https://${host}/a.vtt`, lang: 'de' },
    ])
    expect(batch).toMatchObject({ status: 'done', total: 3, done: 3, failed: 0, skipped: 0, note: null })
    expect(batch).toMatchObject({ queued: 0, in_progress: 0, finished_at: expect.any(String) })
    expect(items).toMatchObject([
      { index: 0, custom_id: 'third', url: `https://${host}/c.vtt`, audio: null, format: 'srt', status: 'done' },
      { index: 1, custom_id: null, url: null, audio: `https://${host}/spoken.mp3`, job_id: expect.any(String) },
      { index: 2, lang: 'de', format: 'json', error: null, transcript_id: expect.any(String) },
    ])
    expect(await usedSeconds(user)).toBe(31)
  })

  test('that names a recording several times transcribes and charges it once', { tags: 'deep' }, async () => {
    const [user, host] = [await newUser(), newHost()]
    const twice = [{ url: `https://${host}/a.vtt` }, { url: `https://${host}/a.vtt#t=4`, format: 'text' }]
    const sounds = [{ audio: `https://${host}/s.mp3` }, { audio: `https://${host}/s.mp3` }]
    const { batch, items } = await worked(user, [...twice, ...sounds, ...twice])
    expect(batch).toMatchObject({ total: 6, done: 6 })
    const ids = items.map(({ transcript_id }) => transcript_id)
    expect(new Set(ids).size).toBe(2)
    expect([ids[1], ids[4], ids[5]]).toEqual([ids[0], ids[0], ids[0]])
    expect(await usedSeconds(user)).toBe(21)
    expect(await db().usageCharge.count({ where: { userId: user.userId } })).toBe(2)
  })

  test('refuses what can’t be transcribed with its reason, and works on the rest', async () => {
    const [user, other, host] = [await newUser(), await newUser(), newHost()]
    const foreign = await upload(service, other.apiKey, 'talk.vtt', captions('theirs'))
    const wrong = [
      { url: 'hello', custom_id: 'no link' },
      { url: 'http://10.0.0.1/a.mp3' },
      { url: 'https://www.youtube.com/playlist?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf' },
      {},
      { url: `https://${host}/a.vtt`, audio: `https://${host}/b.mp3` },
      { url: `https://${host}/a.vtt`, lang: 'not a language' },
      { url: `https://${host}/a.vtt`, format: 'papyrus' },
      { upload: foreign },
      { upload: 'uploads/nothing' },
    ]
    const started = await start(user, [{ url: `https://${host}/a.vtt` }, ...wrong, { url: `https://${host}/b.vtt` }])
    expect(started).toMatchObject({ total: 11, failed: 9 })
    expect(started.errors.map(({ index, problem }) => [index, problem.code])).toEqual([
      [1, 'invalid_url'],
      [2, 'blocked_url'],
      [3, 'unsupported_source'],
      [4, 'missing_source'],
      [5, 'conflicting_sources'],
      [6, 'invalid_language'],
      [7, 'unsupported_format'],
      [8, 'not_found'],
      [9, 'not_found'],
    ])
    expect(started.errors[0]?.custom_id).toBe('no link')
    expect(await ended(user, started.id)).toMatchObject({ status: 'done', done: 2, failed: 9 })
    const { items } = await page(user, started.id)
    expect(items.map(({ status }) => status)).toEqual(['done', ...wrong.map(() => 'failed'), 'done'])
    expect(items[1]).toMatchObject({ url: 'hello', custom_id: 'no link', error: { code: 'invalid_url' } })
    expect(origin.requests.some(({ url }) => url.includes('10.0.0.1'))).toBe(false)
  })

  test('with every item refused is refused, and nothing is kept of it', async () => {
    const user = await newUser()
    const answer = await post(user, { items: [{ url: 'hello' }, {}] })
    expect([answer.status, answer.body]).toMatchObject([
      422,
      { detail: [{ type: 'invalid_batch', loc: ['body', 'items'], ctx: { errors: [{ index: 0 }, { index: 1 }] } }] },
    ])
    expect(await db().importBatch.count({ where: { userId: user.userId } })).toBe(0)
  })

  test.each([
    ['no item', { items: [] }],
    ['more than a thousand items', { items: Array.from({ length: 1001 }, () => ({ url: 'https://a.example/a.vtt' })) }],
    ['a link without end', { items: [{ url: `https://a.example/${'a'.repeat(3000)}` }] }],
    ['a name without end', { items: [{ url: 'https://a.example/', custom_id: 'a'.repeat(201) }] }],
  ])('with %s is refused by its shape', async (_name, body) => {
    expect((await post(await newUser(), body)).status).toBe(422)
  })

  test('with a thousand links of full length is taken', async () => {
    const [user, host] = [await newUser(), newHost()]
    const long = `https://${host}/${'a'.repeat(1900)}`
    answers.set(`${host}/`, { status: 404 })
    const { id } = await start(
      user,
      Array.from({ length: 1000 }, (_, n) => ({ url: `${long}${n}.vtt`, custom_id: `${n}` })),
    )
    const first = await page(user, id)
    expect(first.items.length).toBe(100)
    const second = await page(user, id, `limit=100&cursor=${first.next_cursor}`)
    expect(second.items[0]?.index).toBe(100)
    const last = await page(user, id, 'limit=100&cursor=899')
    expect([last.items.at(-1)?.custom_id, last.next_cursor]).toEqual(['999', null])
    await service.call('DELETE', `/v1/batches/${id}`, { key: user.apiKey })
    await ended(user, id)
  })

  test('sent again under its Idempotency-Key is the same batch', async () => {
    const [user, host] = [await newUser(), newHost()]
    const body = { items: [{ url: `https://${host}/a.vtt` }] }
    const headers = { 'idempotency-key': 'again' }
    const [first, second] = [await post(user, body, headers), await post(user, body, headers)]
    expect((second.body as { id: string }).id).toBe((first.body as { id: string }).id)
    expect(await db().importBatch.count({ where: { userId: user.userId } })).toBe(1)
  })

  test('in another language than its captions fails where no other language is accepted', async () => {
    const [user, host] = [await newUser(), newHost()]
    answers.set(`${host}/talk.vtt`, {
      headers: { 'content-type': 'text/vtt' },
      body: 'WEBVTT\nLanguage: en\n\n00:01.000 --> 00:10.000\nWords\n',
    })
    const asked = [{ url: `https://${host}/talk.vtt`, lang: 'ja' }]
    const { items } = await worked(user, asked, { strict_lang: true })
    expect(items).toMatchObject([{ status: 'failed', error: { code: 'language_unavailable' } }])
    expect((await worked(user, asked)).items).toMatchObject([{ status: 'done' }])
  })

  test('sends its webhook when it ends', async () => {
    const [user, host] = [await newUser(), newHost()]
    answers.set('hooks.example/batches', { body: 'thanks' })
    const hook = { url: 'https://hooks.example/batches', events: ['batch.done'] }
    const { id: webhookId } = (await service.call('POST', '/v1/me/webhooks', { key: user.apiKey, body: hook })).body
    const { batch } = await worked(user, [{ url: `https://${host}/a.vtt` }])
    const sent = await db().webhookDelivery.findMany({ where: { endpointId: webhookId } })
    expect(sent.map(({ type, payload }) => [type, JSON.parse(payload).data])).toEqual([
      ['batch.done', { batch_id: batch.id, status: 'done', total: 1, done: 1, failed: 0, skipped: 0 }],
    ])
  })
})

describe('an upload in a batch', () => {
  test('named twice is one transcript, by its path or its address', async () => {
    const user = await newUser()
    const object = await upload(service, user.apiKey, 'talk.vtt', captions('upload'))
    const [, id] = object.split('/')
    const address = `http://localhost:3000/v1/uploads/${id}`
    const { batch, items } = await worked(user, [{ upload: object }, { upload: object }, { url: address }])
    expect(batch).toMatchObject({ done: 3 })
    expect(items[0]).toMatchObject({ upload: object, title: 'talk' })
    expect(new Set(items.map(({ transcript_id }) => transcript_id)).size).toBe(1)
    expect(await usedSeconds(user)).toBe(10)
  })

  test('is kept until its turn, and then as long as any other', async () => {
    const user = await newUser()
    const object = await upload(service, user.apiKey, 'talk.vtt', captions('kept'))
    const [, id = ''] = object.split('/')
    const batch = { id: crypto.randomUUID(), userId: user.userId, kind: 'batch' as const }
    await db().importBatch.create({ data: { ...batch, total: 1 } })
    const item = { guid: '', title: '', audioUrl: object, host: 'none', field: 'upload' as const, uploadId: id }
    await db().importItem.create({ data: { batchId: batch.id, position: 0, userId: user.userId, ...item } })
    const state = async () => (await db().upload.findUniqueOrThrow({ where: { id } })).state
    const years = new Date(Date.now() + 1000 * 24 * 3_600_000)
    await purgeOldUploads(years)
    expect(await state()).toBe('stored')
    await db().importItem.updateMany({ where: { batchId: batch.id }, data: { state: 'done' } })
    await purgeOldUploads(years)
    expect(await state()).toBe('removed')
  })
})

describe('an allowance', () => {
  const long = (host: string, name: string) =>
    answers.set(`${host}/${name}.vtt`, { headers: { 'content-type': 'text/vtt' }, body: captions(name, 600) })

  test('that reaches only for some skips the others with the reason, and what was had before costs nothing', async () => {
    const [user, host] = [await newUser('free'), newHost()]
    for (const name of ['a', 'b', 'c']) long(host, name)
    const link = (name: string) => ({ url: `https://${host}/${name}.vtt` })
    const { batch, items } = await worked(user, [link('a'), link('b'), link('c'), link('short'), link('a')])
    expect(batch).toMatchObject({ done: 3, failed: 0, skipped: 2, note: expect.stringMatching(/allowance.*2 items/) })
    const skipped = items.filter(({ status }) => status === 'skipped')
    expect(skipped.map(({ reason, error }) => [reason, error])).toEqual([
      ['allowance_exceeded', null],
      ['allowance_exceeded', null],
    ])
    expect(items[3]).toMatchObject({ status: 'done' })
    expect(await usedSeconds(user)).toBe(610)
  })

  test('is used to its end where a part is accepted', async () => {
    const [user, host] = [await newUser('free'), newHost()]
    for (const name of ['a', 'b']) long(host, name)
    const links = [{ url: `https://${host}/a.vtt` }, { url: `https://${host}/b.vtt` }]
    const { batch } = await worked(user, links, { allow_partial: true })
    expect(batch).toMatchObject({ done: 2, skipped: 0 })
    expect(await usedSeconds(user)).toBe(900)
  })
})

describe('a dry run', () => {
  test('returns platforms, known lengths, cost and reach, and changes nothing', async () => {
    const [user, host] = [await newUser('free'), newHost()]
    await storeTestTranscript((await newUser()).userId, {
      videoId: 'jNQXAC9IVRw',
      title: 'Me at the zoo',
      totalMs: 19_000,
    })
    await storeTestTranscript(user.userId, { videoId: 'dQw4w9WgXcQ', totalMs: 212_000 })
    const items = [
      { url: 'https://youtu.be/jNQXAC9IVRw', custom_id: 'zoo' },
      { url: 'https://www.youtube.com/watch?v=jNQXAC9IVRw&t=4' },
      { url: 'https://youtu.be/dQw4w9WgXcQ' },
      { url: 'https://vimeo.com/76979871' },
      { audio: `https://${host}/a.mp3` },
      { url: 'hello' },
    ]
    const before = await db().importBatch.count()
    const answer = await post(user, { items, dry_run: true })
    expect(answer.status).toBe(200)
    const preview = batchPreviewSchema.strict().parse(answer.body)
    expect(preview.items).toMatchObject([
      { index: 0, custom_id: 'zoo', platform: 'youtube', title: 'Me at the zoo', duration_seconds: 19, seconds: 19 },
      { index: 1, platform: 'youtube', seconds: 0, duplicate_of: 0 },
      { index: 2, platform: 'youtube', seconds: 0, already_transcribed: true, duplicate_of: null },
      { index: 3, platform: 'vimeo', duration_seconds: null, seconds: null },
      { index: 4, platform: 'podcast', seconds: null },
    ])
    expect(preview.errors).toMatchObject([{ index: 5, problem: { code: 'invalid_url' } }])
    expect(preview.cost).toEqual({ items: 3, seconds: 19, unknown: 2 })
    expect(preview.allowance).toEqual({ remaining_seconds: 900, reached: 1 })
    expect(await db().importBatch.count()).toBe(before)
    expect(origin.requests).toEqual([])
    expect(await usedSeconds(user)).toBe(0)
  })
})

describe('results', () => {
  test('come as files in the format of each item, and as a line for each item', async () => {
    const [user, host] = [await newUser(), newHost()]
    const { batch } = await worked(user, [
      { url: `https://${host}/one.vtt`, format: 'srt', custom_id: 'a/b' },
      { url: `https://${host}/gone.pdf` },
      { url: `https://${host}/two.vtt`, format: 'md' },
      { url: `https://${host}/two.vtt` },
    ])
    expect(batch).toMatchObject({ done: 3, failed: 1 })
    const files = await unzip(user, batch.id)
    expect([...files.keys()]).toEqual(['0001 a b.srt', '0003 two.md', '0004 two.json'])
    expect(files.get('0001 a b.srt')).toMatch(/^1\n00:00:01,000 --> [\d:,]+\nThis is what was said/)
    const results = await lines(user, batch.id)
    expect(results).toMatchObject([
      { index: 0, custom_id: 'a/b', status: 'done', transcript: { format: 'srt', content: files.get('0001 a b.srt') } },
      { index: 1, status: 'failed', error: { code: 'source_not_found' }, transcript: null },
      { index: 2, transcript: { format: 'markdown' } },
      { index: 3, transcript: { format: 'json', segments: [{ start: 1 }] } },
    ])
    await service.call('DELETE', `/v1/me/transcriptions/${results[0]?.transcript_id}`, { key: user.apiKey })
    expect([...(await unzip(user, batch.id)).keys()]).toEqual(['0003 two.md', '0004 two.json'])
    expect((await lines(user, batch.id))[0]).toMatchObject({ status: 'done', transcript_id: null, transcript: null })
  })

  test('with a text too large for memory are complete', { tags: 'deep' }, async () => {
    const user = await newUser()
    const said = Array.from({ length: 9_000 }, (_, at) => `${at} ${'and nobody was at home then '.repeat(5)}`)
    await storeTestTranscript(user.userId, { videoId: 'ZbZSe6N_BXs', title: 'Long', lines: said })
    const link = { url: 'https://youtu.be/ZbZSe6N_BXs' }
    const { batch } = await worked(user, [{ ...link, format: 'text' }, link])
    const results = await lines(user, batch.id)
    expect(results[0]?.transcript?.content).toContain('8999 and nobody')
    expect(results[1]?.transcript?.segments).toHaveLength(9_000)
    expect((await unzip(user, batch.id)).get('0001 Long.txt')).toContain('8999 and nobody')
  })

  test('are not there before the batch has ended, and say when to ask again', async () => {
    const [user, host] = [await newUser(), newHost()]
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    answers.set(`${host}/slow.vtt`, async () => {
      await held
      return { headers: { 'content-type': 'text/vtt' }, body: captions('slow') }
    })
    const { id } = await start(user, [{ url: `https://${host}/slow.vtt` }])
    for (const file of ['results.zip', 'results.jsonl']) {
      const early = await service.call('GET', `/v1/batches/${id}/${file}`, { key: user.apiKey })
      expect([early.status, early.body]).toMatchObject([409, { code: 'batch_not_done', context: { total: 1 } }])
      expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    release()
    await ended(user, id)
  })
})

test('a batch that is cancelled keeps what is done, and charges nothing more', async () => {
  const [user, host] = [await newUser(), newHost()]
  for (let n = 0; n < 20; n++) answers.set(`${host}/x${n}.vtt`, () => new Promise<never>(() => {}))
  const links = Array.from({ length: 20 }, (_, n) => ({ url: `https://${host}/x${n}.vtt` }))
  const { id } = await start(user, [{ url: `https://${host}/a.vtt` }, ...links])
  await expect.poll(async () => (await read(user, id)).done, { timeout: 30_000 }).toBe(1)
  const cancelled = await service.call('DELETE', `/v1/batches/${id}`, { key: user.apiKey })
  expect(cancelled.body).toMatchObject({ status: 'cancelled', total: 21, done: 1, queued: 0, skipped: 20 })
  expect((await page(user, id, 'status=skipped')).items[0]).toMatchObject({ index: 1, reason: 'cancelled' })
  const again = await service.call('DELETE', `/v1/batches/${id}`, { key: user.apiKey })
  expect(again.body).toEqual(cancelled.body)
  expect([...(await unzip(user, id)).keys()]).toEqual(['0001 a.json'])
  expect(await usedSeconds(user)).toBe(10)
})

test("a user cannot see, read or end another user's batch", async () => {
  const [anna, ben, host] = [await newUser(), await newUser(), newHost()]
  const { batch } = await worked(anna, [{ url: `https://${host}/a.vtt` }])
  for (const [method, rest] of [
    ['GET', ''],
    ['GET', '/items'],
    ['GET', '/results.zip'],
    ['GET', '/results.jsonl'],
    ['DELETE', ''],
  ] as const) {
    const answer = await service.call(method, `/v1/batches/${batch.id}${rest}`, { key: ben.apiKey })
    expect([answer.status, answer.body]).toMatchObject([404, { code: 'not_found' }])
  }
  const list = (await service.call('GET', '/v1/batches', { key: ben.apiKey })).body
  expect(list).toEqual({ batches: [], next_cursor: null })
})

test('batches are listed newest first, a page at a time, and are no imports', async () => {
  const [user, host] = [await newUser(), newHost()]
  const ids: string[] = []
  for (const name of ['a', 'b', 'c'])
    ids.unshift((await worked(user, [{ url: `https://${host}/${name}.vtt` }])).batch.id)
  const list = async (query: string) => (await service.call('GET', `/v1/batches?${query}`, { key: user.apiKey })).body
  const first = (await list('limit=2')) as { batches: { id: string }[]; next_cursor: string }
  expect(first.batches.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  expect(await list(`limit=2&cursor=${first.next_cursor}`)).toMatchObject({
    batches: [{ id: ids[2] }],
    next_cursor: null,
  })
  expect((await service.call('GET', '/v1/import', { key: user.apiKey })).body).toEqual([])
  for (const rest of ['', '/items']) {
    expect((await service.call('GET', `/v1/import/${ids[0]}${rest}`, { key: user.apiKey })).status).toBe(404)
  }
})

test('imports and batches of one user share the limit of twenty that run', async () => {
  const user = await newUser()
  const open = { userId: user.userId, status: 'in_progress' as const, total: 1 }
  for (let n = 0; n < 20; n++) {
    const kind = n % 2 ? 'batch' : 'list'
    const id = crypto.randomUUID()
    await db().importBatch.create({ data: { ...open, kind, id, runningKey: `${user.userId}${n}` } })
    const item = { guid: '', title: '', audioUrl: 'https://a.example/', host: 'a.example', dueAt: new Date(4e12) }
    await db().importItem.create({ data: { batchId: id, position: 0, userId: user.userId, ...item } })
  }
  const answer = await post(user, { items: [{ url: 'https://a.example/a.vtt' }] })
  expect([answer.status, answer.body]).toMatchObject([429, { code: 'too_many_jobs', context: { limit: 20 } }])
  await db().importBatch.deleteMany({ where: { userId: user.userId } })
})

test('six users with a batch each have all begun before the first has ended', {
  tags: 'deep',
  timeout: 360_000,
}, async () => {
  const count = 12
  const host = newHost()
  const users = await Promise.all(Array.from({ length: 6 }, () => newUser()))
  let letAnswer: () => void = () => undefined
  const allBegun = new Promise<void>((resolve) => {
    letAnswer = resolve
  })
  const link = (address: string) => {
    answers.set(address, async () => {
      await allBegun
      return { headers: { 'content-type': 'text/vtt' }, body: captions(address) }
    })
    return { url: `https://${address}` }
  }
  const links = (user: number) => Array.from({ length: count }, (_, n) => link(`${host}/${user}-${n}.vtt`))
  const begun = await Promise.all(
    users.map(async (user, index) => ({ user, id: (await start(user, links(index))).id })),
  ).finally(() => letAnswer())
  const done = () => Promise.all(begun.map(async ({ user, id }) => (await read(user, id)).done))
  await expect.poll(async () => Math.max(...(await done())), { timeout: 300_000, interval: 50 }).toBe(count)
  expect(await done()).not.toContain(0)
  for (const { user, id } of begun) expect(await ended(user, id)).toMatchObject({ done: count })
})
