import { openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { useDocumentedService } from '@/test/docs/use-documented-service'
import { newUser } from '@/test/service'
import { silence } from '@/test/silence'
import { openFile } from './src/node'
import {
  JobError,
  type Progress,
  Verbatim,
  VerbatimError,
  verifyWebhook,
  WebhookVerificationError,
} from './src/verbatim'

const ZOO = 'https://www.youtube.com/watch?v=jNQXAC9IVRw'
const SHOW = 'https://conversation.example/feed.xml'
const { folder, baseUrl } = await useDocumentedService()

async function newClient() {
  const { apiKey } = await newUser('ultra')
  return new Verbatim({ baseUrl: `${baseUrl}/`, apiKey })
}

async function itemsOf<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of list) items.push(item)
  return items
}

async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  )
}

describe('transcribe', () => {
  test('returns the captions of a link in the requested format', async () => {
    const verbatim = await newClient()
    const transcript = await verbatim.transcribe(ZOO)
    expect(transcript).toMatchObject({ platform: 'youtube', source: 'auto_captions', format: 'json' })
    expect(transcript.segments?.length).toBeGreaterThan(0)
    expect((await verbatim.transcribe(new URL(ZOO), { format: 'srt' })).content).toMatch(/^1\n00:00:00,000 --> /)
  })

  test('uploads a file, waits for its job and reports progress', async () => {
    const verbatim = await newClient()
    const file = path.join(folder, 'quiet.wav')
    await writeFile(file, silence(2))
    const told: Progress[] = []
    const source = await openFile(file)
    const transcript = await verbatim.transcribe(source, { format: 'text', onProgress: (now) => told.push(now) })
    expect(transcript).toMatchObject({ format: 'text', content: '', title: 'quiet', duration_seconds: 2 })
    expect(told.filter(({ stage }) => stage === 'uploading').at(-1)?.share).toBe(1)
    expect(told.at(-1)).toMatchObject({ stage: 'transcribing', share: 1, job: { status: 'done' } })
  })

  test('takes a file of a browser, and an upload that is there already', { tags: 'deep' }, async () => {
    const verbatim = await newClient()
    const file = new File([silence(1)], 'a.wav')
    const upload = await verbatim.upload(file)
    expect(upload).toMatch(/\/a\.wav$/)
    const [first, second] = [await verbatim.transcribe({ upload }), await verbatim.transcribe({ upload })]
    expect(second.id).toBe(first.id)
  })

  test('throws a JobError with the code of a job that has failed', async () => {
    const verbatim = await newClient()
    const upload = await verbatim.upload(new Blob([silence(900)]), { name: 'long.wav' })
    const started = await verbatim.call('createTranscript', { body: { upload } })
    const jobId = 'job_id' in started ? started.job_id : ''
    await verbatim.call('cancelJob', { params: { job_id: jobId } })
    const error = await rejection(verbatim.waitForJob(jobId))
    expect(error).toBeInstanceOf(JobError)
    expect(error).toMatchObject({ code: 'cancelled', jobId, retryable: false })
  })

  test('stops waiting when its signal is aborted', async () => {
    const verbatim = await newClient()
    const controller = new AbortController()
    const reason = new Error('enough')
    const options = { signal: controller.signal, onProgress: () => controller.abort(reason) }
    await expect(verbatim.transcribe(new File([silence(1)], 'a.wav'), options)).rejects.toBe(reason)
  })
})

test('an error has the code, the status and the request ID of the response', async () => {
  const verbatim = await newClient()
  const error = await rejection(verbatim.transcribe(ZOO, { lang: 'de', strict_lang: true }))
  expect(error).toBeInstanceOf(VerbatimError)
  expect(error).toMatchObject({ code: 'language_unavailable', status: 404, requestId: expect.stringMatching(/./) })
  const invalid = await rejection(verbatim.call('createTranscript', { body: { url: ZOO, max_lines: 99 } }))
  expect(invalid).toMatchObject({ code: 'less_than_equal', status: 422, fields: [{ loc: ['body', 'max_lines'] }] })
  const stranger = new Verbatim({ baseUrl, apiKey: 'vbt_none' })
  expect(await rejection(stranger.transcribe(ZOO))).toMatchObject({ code: 'invalid_credentials', status: 401 })
})

test('the account includes the remaining minutes', async () => {
  const verbatim = await newClient()
  expect((await verbatim.me()).usage.remaining_seconds).toBeGreaterThan(0)
})

test('the list of transcripts goes through all pages', { tags: 'deep' }, async () => {
  const verbatim = await newClient()
  const ids = Array.from({ length: 102 }, (_, index) => `video${String(index).padStart(6, '0')}`)
  for (const id of ids) await verbatim.transcribe(`https://www.youtube.com/watch?v=${id}`)
  const listed = await itemsOf(verbatim.transcripts.list({ order: 'asc' }))
  expect(listed.map(({ video_id }) => video_id)).toEqual(ids)
  expect(await itemsOf(verbatim.transcripts.list({ offset: 100 }))).toHaveLength(2)
})

test('a transcript is read, renamed, published, deleted and restored', async () => {
  const verbatim = await newClient()
  const { id } = await verbatim.transcribe(ZOO)
  expect((await verbatim.transcripts.get(id, { format: 'vtt' })).content).toMatch(/^WEBVTT/)
  expect(await verbatim.transcripts.update(id, { title: 'Zoo', tags: ['animals'] })).toMatchObject({ title: 'Zoo' })
  expect(await verbatim.transcripts.tags()).toEqual([{ name: 'animals', transcriptions: 1 }])
  const { slug } = await verbatim.transcripts.publish(id)
  expect((await verbatim.call('readPublicTranscript', { params: { slug } })).slug).toBe(slug)
  expect(await verbatim.transcripts.unpublish(slug)).toBeUndefined()
  await verbatim.transcripts.delete(id)
  expect(await itemsOf(verbatim.transcripts.list())).toEqual([])
  await verbatim.transcripts.restore(id)
  expect(await itemsOf(verbatim.transcripts.list({ tag: 'animals' }))).toHaveLength(1)
})

test('a batch is estimated, started, waited for and read', { tags: 'deep' }, async () => {
  const verbatim = await newClient()
  const items = [
    ZOO,
    { url: 'https://www.youtube.com/watch?v=theLongTalk', format: 'srt', custom_id: 'long' },
    'no link',
  ]
  expect((await verbatim.batches.estimate(items)).cost.items).toBe(2)
  const started = await verbatim.batches.create(items)
  expect(started.errors).toMatchObject([{ index: 2 }])
  const told: number[] = []
  const batch = await verbatim.batches.wait(started.id, { onProgress: ({ done }) => told.push(done) })
  expect(batch).toMatchObject({ status: 'done', done: 2, failed: 1 })
  expect(told.at(-1)).toBe(2)
  const results = await itemsOf(verbatim.batches.results(started.id))
  expect(results.map(({ custom_id, transcript }) => [custom_id, transcript?.format ?? null])).toEqual([
    [null, 'json'],
    ['long', 'srt'],
    [null, null],
  ])
  expect(await itemsOf(verbatim.batches.items(started.id, { status: 'failed' }))).toHaveLength(1)
  expect((await itemsOf(verbatim.batches.list())).map(({ id }) => id)).toEqual([started.id])
})

test('a show is imported and watched', { tags: 'deep' }, async () => {
  const verbatim = await newClient()
  expect((await verbatim.imports.preview(SHOW, { newest: 1 })).items.length).toBeGreaterThan(0)
  const id = await verbatim.imports.create(SHOW, { newest: 1, only_with_captions: true })
  const ended = await verbatim.imports.wait(id)
  expect(ended.total).toBe(1)
  expect(await itemsOf(verbatim.imports.items(id))).toHaveLength(1)
  const opml = `<opml><outline text="Ours" xmlUrl="${SHOW}"/><outline xmlUrl="no link"/></opml>`
  const { imports } = await verbatim.imports.createFromOpml({ opml, newest: 1 })
  expect(imports).toMatchObject([
    { title: 'Ours', batch_id: expect.any(String), error: null },
    { error: { code: 'invalid_url' } },
  ])
  const watch = await verbatim.watches.create(SHOW, { every: '12h' })
  expect(watch.feed_url).toMatch(/^http/)
  expect((await verbatim.watches.update(watch.id, { paused: true })).status).toBe('paused')
  expect((await itemsOf(verbatim.watches.list())).map((one) => one.id)).toEqual([watch.id])
  await verbatim.watches.delete(watch.id)
  expect(await itemsOf(verbatim.watches.list())).toEqual([])
})

/** A relay between client and service that loses or refuses requests as `refuse` decides. */
async function startRelay(refuse: (request: Request, count: number) => Response | 'lose' | null) {
  const counts = new Map<string, number>()
  const keys: (string | undefined)[] = []
  const server = await listenOnLoopback(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
    const { host: _, connection: __, 'content-length': _____, ...rest } = headers
    const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
    const init = { method: incoming.method ?? 'GET', headers: rest, ...(hasBody && { body: Buffer.concat(chunks) }) }
    const request = new Request(`${baseUrl}${incoming.url}`, init)
    const place = `${incoming.method} ${(incoming.url ?? '').split('?')[0]}`
    counts.set(place, (counts.get(place) ?? 0) + 1)
    if (incoming.headers['idempotency-key']) keys.push(String(incoming.headers['idempotency-key']))
    const refused = refuse(request, counts.get(place) ?? 0)
    const response = refused instanceof Response ? refused : await fetch(request)
    if (refused === 'lose') return incoming.socket.destroy()
    const body = Buffer.from(await response.arrayBuffer())
    const { 'content-encoding': ___, 'content-length': ____, ...sent } = Object.fromEntries(response.headers)
    outgoing.writeHead(response.status, sent).end(body)
  })
  onTestFinished(server.stop)
  return { url: server.url, counts, keys }
}

const busy = (headers: Record<string, string> = {}) =>
  Response.json(
    { code: 'service_unavailable', detail: 'Busy.', status: 503, retryable: true, retry_after: 1 },
    { status: 503, headers },
  )

describe('a request that may succeed later', () => {
  test('is sent again with the same Idempotency-Key when its response is lost, and starts nothing twice', async () => {
    const relay = await startRelay((request, count) =>
      request.url.endsWith('/v1/transcript') && count === 1 ? 'lose' : null,
    )
    const { apiKey } = await newUser()
    const verbatim = new Verbatim({ baseUrl: relay.url, apiKey })
    await verbatim.transcribe(ZOO)
    expect(relay.keys).toHaveLength(2)
    expect(new Set(relay.keys).size).toBe(1)
    expect(await itemsOf(verbatim.transcripts.list())).toHaveLength(1)
  })

  test('waits as Retry-After says, and gives up beyond the limits', async () => {
    const relay = await startRelay((_, count) => (count <= 2 ? busy({ 'retry-after': '1' }) : null))
    const { apiKey } = await newUser()
    const patient = new Verbatim({ baseUrl: relay.url, apiKey })
    expect(await patient.transcripts.tags()).toEqual([])
    expect(relay.counts.get('GET /v1/me/tags')).toBe(3)
    const hasty = new Verbatim({ baseUrl: relay.url, apiKey, maxRetrySeconds: 0 })
    expect(await rejection(hasty.imports.list())).toMatchObject({ code: 'service_unavailable', retryAfter: 1 })
    expect(relay.counts.get('GET /v1/import')).toBe(1)
  })

  test('is sent again when its response breaks off, and is an error where it is not JSON', async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"tags": ['))
        controller.error(new Error('lost'))
      },
    })
    const responses = [new Response(broken), Response.json({ tags: [] }), new Response('<h1>Sign in</h1>')]
    const verbatim = new Verbatim({ baseUrl, fetch: async () => responses.shift() ?? Response.error() })
    expect(await verbatim.transcripts.tags()).toEqual([])
    expect(await rejection(verbatim.transcripts.tags())).toMatchObject({ code: 'internal_error', retryable: false })
  })

  test('is not sent again where it might be done twice', async () => {
    const relay = await startRelay((request) => (request.method === 'PATCH' ? 'lose' : null))
    const { apiKey } = await newUser()
    const verbatim = new Verbatim({ baseUrl: relay.url, apiKey })
    const { id } = await verbatim.transcribe(ZOO)
    const error = await rejection(verbatim.transcripts.update(id, { title: 'Zoo' }))
    expect(error).toMatchObject({ code: 'service_unavailable', status: 0 })
    expect(relay.counts.get(`PATCH /v1/me/transcriptions/${id}`)).toBe(1)
  })
})

test('an upload continues where a lost connection stopped', async () => {
  const relay = await startRelay((request, count) => (request.method === 'PATCH' && count % 2 === 1 ? 'lose' : null))
  const { apiKey } = await newUser()
  const verbatim = new Verbatim({ baseUrl: relay.url, apiKey })
  const shares: number[] = []
  const file = path.join(folder, 'long.wav')
  await writeFile(file, silence(600))
  const upload = await verbatim.upload(await openAsBlob(file), {
    name: 'long.wav',
    onProgress: (share) => shares.push(share),
  })
  expect(upload).toMatch(/\/long\.wav$/)
  expect(shares.at(-1)).toBe(1)
  const patches = [...relay.counts].find(([place]) => place.startsWith('PATCH'))
  expect(patches?.[1]).toBeGreaterThan(2)
})

describe('verifyWebhook', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const body = JSON.stringify({ type: 'job.done', timestamp: '2026-03-14T09:26:53.589Z', data: { job_id: 'x' } })

  async function headersAt(date: Date) {
    const { Webhook } = await import('standardwebhooks')
    return {
      'Webhook-Id': 'msg_1',
      'Webhook-Timestamp': String(Math.floor(date.getTime() / 1000)),
      'Webhook-Signature': `v1,AAAA ${new Webhook(secret).sign('msg_1', date, body)}`,
    }
  }

  test('parses a message that was signed with the secret', async () => {
    const headers = await headersAt(new Date())
    expect(await verifyWebhook(body, headers, secret)).toMatchObject({ type: 'job.done', data: { job_id: 'x' } })
    expect(await verifyWebhook(Buffer.from(body), new Headers(headers), secret)).toMatchObject({ type: 'job.done' })
  })

  test('refuses what was altered, is old, or has no signature', async () => {
    const headers = await headersAt(new Date())
    const old = await headersAt(new Date(Date.now() - 600_000))
    const refused = [
      () => verifyWebhook(`${body} `, headers, secret),
      () => verifyWebhook(body, { ...headers, 'Webhook-Id': 'msg_2' }, secret),
      () => verifyWebhook(body, headers, `whsec_${Buffer.alloc(32, 8).toString('base64')}`),
      () => verifyWebhook(body, old, secret),
      () => verifyWebhook(body, {}, secret),
      () => verifyWebhook(body, headers, 'whsec_'),
    ]
    for (const one of refused) await expect(one()).rejects.toBeInstanceOf(WebhookVerificationError)
  })
})
