import { connect as connectSocket, type LookupFunction } from 'node:net'
import { Webhook as Verifier } from 'standardwebhooks'
import type { buildConnector } from 'undici'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clearSingleton, singleton } from '@/lib/core/concurrency/singleton'
import { db, pool } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { MAX_LOST_RUNS, replaceLostRuns } from '@/lib/durable/work'
import type { JobStarted } from '@/lib/jobs/contract'
import { failJob } from '@/lib/jobs/end/fail-job'
import { guardedAgent } from '@/lib/net/guard/guarded-agent'
import { endedBatch } from '@/test/ended-batch'
import type { OriginAnswer, OriginRequest } from '@/test/origin/handle-request'
import { startOrigin } from '@/test/origin/start-origin'
import { ended, newUser, upload, useService } from '@/test/service'
import { silence } from '@/test/silence'
import { attemptDelivery } from './attempt-delivery'
import type { WebhookDelivery, WebhookWithSecret } from './contract'
import { notifyWebhooks } from './notify-webhooks'
import { DELIVERY_WAITS } from './queue-delivery'
import { DELIVERY_RECOVERY } from './recover-deliveries'

type Received = { headers: Record<string, string>; body: string; url: string }

let respond: (request: OriginRequest) => OriginAnswer = () => ({ body: 'thanks' })
const received: Received[] = []
const origin = await startOrigin([
  async (request) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    received.push({ headers, body: Buffer.from(request.body).toString(), url: request.url })
    return respond(request)
  },
])
const service = await useService()
afterAll(() => origin.close())
const { apiKey: key, userId } = await newUser()

beforeEach(() => {
  received.length = 0
  respond = () => ({ body: 'thanks' })
})
afterEach(async () => {
  await db().webhookEndpoint.deleteMany()
})

const post = (path: string, body?: unknown) => service.call('POST', path, { key, body })

async function add(url = `${origin.url}/hook`, events?: string[]): Promise<WebhookWithSecret> {
  const answer = await post('/v1/me/webhooks', { url, events })
  if (answer.status !== 201) throw new Error(`the endpoint was answered ${answer.status}: ${answer.text}`)
  return answer.body
}

async function deliveries({ id }: { id: string }): Promise<WebhookDelivery[]> {
  const answer = await service.call('GET', `/v1/me/webhooks/${id}/deliveries`, { key })
  return (answer.body as { deliveries: WebhookDelivery[] }).deliveries
}

async function finished(webhook: { id: string }): Promise<WebhookDelivery | undefined> {
  await expect.poll(async () => (await deliveries(webhook))[0]?.status).not.toBe('pending')
  return (await deliveries(webhook))[0]
}

/** A message that is tried only here: as one is whose function sleeps. */
async function quietMessage(endpointId: string): Promise<string> {
  const payload = '{"type":"job.done","timestamp":"2026-11-21T00:00:00.000Z","data":{}}'
  const id = newId()
  await db().webhookDelivery.create({ data: { id, endpointId, type: 'job.done', payload } })
  return id
}

/** An attempt by a run that no event has started. */
async function attempt(id: string, isLast: boolean) {
  const run = newId()
  const work = { kind: 'delivery', id, run, expectedBy: new Date(Date.now() + 3_600_000) } as const
  await db().work.upsert({ where: { kind_id: { kind: 'delivery', id } }, create: work, update: work })
  return attemptDelivery(id, isLast, run)
}

/** A job of this user that no worker runs. */
async function runningJob(): Promise<string> {
  const url = `http://media.example/${newId()}`
  const media = await db().media.create({ data: { id: newId(), platform: 'podcast', videoId: url, url } })
  const job = await db().job.create({ data: { id: newId(), mediaId: media.id, requestedLang: 'en' } })
  await db().jobCaller.create({ data: { jobId: job.id, userId, libraryItemId: newId() } })
  return job.id
}

describe('a message', () => {
  test('is signed as Standard Webhooks says, and its delivery is listed', async () => {
    const webhook = await add()
    expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const sent = await post(`/v1/me/webhooks/${webhook.id}/test`)
    expect(sent.status).toBe(202)
    const delivery = await finished(webhook)
    expect(delivery).toMatchObject({
      id: (sent.body as WebhookDelivery).id,
      type: 'webhook.test',
      status: 'delivered',
      attempts: 1,
      last_status: 200,
      last_answer: 'thanks',
      last_error: null,
    })
    const [got] = received
    expect(got?.body).toBe(delivery?.payload)
    expect(got?.headers['webhook-id']).toBe(delivery?.id)
    expect(new Verifier(webhook.secret).verify(got?.body ?? '', got?.headers ?? {})).toMatchObject({
      type: 'webhook.test',
    })
    const forged = new Verifier((await add()).secret)
    expect(() => forged.verify(got?.body ?? '', got?.headers ?? {})).toThrow()
  })

  test('webhooks are sent for a job that is done and for one that failed', async () => {
    const webhook = await add()
    const quiet = await add(`${origin.url}/imports`, ['import.done'])
    const delivered = await upload(service, key, 'silence.wav', silence(3))
    const { job_id } = (await post('/v1/transcript', { upload: delivered })).body as JobStarted
    await ended(service, key, job_id)
    await expect.poll(() => received.length).toBe(1)
    const libraryItem = await db().libraryItem.findFirstOrThrow({ where: { userId, jobId: job_id } })
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      type: 'job.done',
      timestamp: expect.stringMatching(/Z$/),
      data: { job_id, transcript_id: libraryItem.id, platform: 'upload', title: 'silence', error: null },
    })
    const failed = await runningJob()
    await failJob(failed, new Problem('transcriber_failed', { cause: 'a secret cause' }))
    await expect.poll(() => received.length).toBe(2)
    expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({
      type: 'job.error',
      data: { job_id: failed, transcript_id: null, error: { code: 'transcriber_failed', retryable: true } },
    })
    expect(received[1]?.body).not.toContain('secret')
    const left = await runningJob()
    await service.call('DELETE', `/v1/jobs/${left}`, { key })
    await expect.poll(() => received.length).toBe(3)
    expect(JSON.parse(received[2]?.body ?? '').data).toMatchObject({ job_id: left, error: { code: 'cancelled' } })
    expect(received.every(({ url }) => url.endsWith('/hook'))).toBe(true)
    expect((await deliveries(webhook)).length).toBe(3)
    expect(await deliveries(quiet)).toEqual([])
  })

  test('a webhook is queued in the transaction that it reports, or not at all', async () => {
    const webhook = await add()
    const undone = db().$transaction(async (tx) => {
      await notifyWebhooks(tx, userId, 'batch.done', endedBatch('undone'))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await db().$transaction((tx) => notifyWebhooks(tx, userId, 'batch.done', endedBatch('done')))
    expect((await finished(webhook))?.payload).toContain('"batch_id":"done"')
    expect(received).toHaveLength(1)
  })

  test('bears signatures by both secrets for a day after a change', async () => {
    const webhook = await add()
    const rotated = (await post(`/v1/me/webhooks/${webhook.id}/rotate`)).body as WebhookWithSecret
    expect(rotated.secret).not.toBe(webhook.secret)
    await post(`/v1/me/webhooks/${webhook.id}/test`)
    await finished(webhook)
    const verify = (secret: string) => () =>
      new Verifier(secret).verify(received[0]?.body ?? '', received[0]?.headers ?? {})
    expect(verify(webhook.secret)).not.toThrow()
    expect(verify(rotated.secret)).not.toThrow()
    await db().webhookEndpoint.update({ where: { id: webhook.id }, data: { oldSecretUntil: new Date(0) } })
    received.length = 0
    await post(`/v1/me/webhooks/${webhook.id}/test`)
    await expect.poll(() => received.length).toBe(1)
    expect(verify(webhook.secret)).toThrow()
    expect(verify(rotated.secret)).not.toThrow()
  })

  test('that was not taken comes again after a wait, under the same id, and is taken then', async () => {
    const webhook = await add()
    respond = () => ({ status: 500, body: 'not now' })
    await post(`/v1/me/webhooks/${webhook.id}/test`)
    await expect.poll(async () => (await deliveries(webhook))[0]?.attempts).toBe(1)
    expect((await deliveries(webhook))[0]).toMatchObject({
      status: 'pending',
      last_status: 500,
      last_answer: 'not now',
    })
    respond = () => ({ body: 'taken' })
    const wakeNow = async () =>
      (await pool().query(`update durable_item set due_at = now() where kind = 'sleep' and due_at > now()`)).rowCount
    await expect.poll(wakeNow).toBeGreaterThan(0)
    expect(await finished(webhook)).toMatchObject({ status: 'delivered', attempts: 2, last_answer: 'taken' })
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  test('with a lost run is sent by another run, and not by the former', async () => {
    const webhook = await add()
    const id = await quietMessage(webhook.id)
    await db().webhookDelivery.update({ where: { id }, data: { attempts: 3 } })
    const lost = { id, run: newId() }
    await db().work.create({ data: { kind: 'delivery', ...lost, expectedBy: new Date(0) } })
    await Promise.all([replaceLostRuns(DELIVERY_RECOVERY), replaceLostRuns(DELIVERY_RECOVERY)])
    expect(await finished(webhook)).toMatchObject({ id, status: 'delivered', attempts: 4 })
    expect(received).toHaveLength(1)
    expect(await attemptDelivery(id, false, lost.run)).toMatchObject({ over: true })
    expect(received).toHaveLength(1)
    await expect.poll(() => db().work.count({ where: { id } })).toBe(0)

    await db().webhookDelivery.update({ where: { id }, data: { status: 'pending' } })
    await db().work.create({ data: { kind: 'delivery', ...lost, lostRuns: MAX_LOST_RUNS, expectedBy: new Date(0) } })
    await replaceLostRuns(DELIVERY_RECOVERY)
    expect((await deliveries(webhook))[0]).toMatchObject({
      status: 'failed',
      last_error: expect.stringContaining('interrupted several times'),
    })
  })

  test('can be sent again, by its owner alone', async () => {
    const webhook = await add()
    await post(`/v1/me/webhooks/${webhook.id}/test`)
    const first = await finished(webhook)
    const path = `/v1/me/webhooks/${webhook.id}/deliveries/${first?.id}/redeliver`
    const other = await newUser()
    expect((await service.call('POST', path, { key: other.apiKey })).status).toBe(404)
    expect((await post(path)).status).toBe(202)
    await expect.poll(() => received.length).toBe(2)
    expect(received[1]?.body).toBe(received[0]?.body)
    expect(await finished(webhook)).toMatchObject({ id: first?.id, attempts: 2 })
    expect((await post(path.replace(first?.id ?? '', 'nothing'))).status).toBe(404)
  })
})

describe('an answer', () => {
  test.each([300, 301, 302, 307, 400, 404, 500])(
    '%i does not count as taken, and no redirect is followed',
    async (status) => {
      const webhook = await add()
      respond = () => ({ status, headers: { location: `${origin.url}/elsewhere` }, body: 'no' })
      const id = await quietMessage(webhook.id)
      expect(await attempt(id, false)).toMatchObject({ over: false })
      expect(received.map(({ url }) => url).filter((url) => url.includes('elsewhere'))).toEqual([])
      expect((await deliveries(webhook))[0]).toMatchObject({ status: 'pending', last_status: status })
      expect(await attempt(id, true)).toMatchObject({ over: true })
      expect((await deliveries(webhook))[0]).toMatchObject({ status: 'failed', attempts: 2 })
    },
  )

  test('is kept as far as its first 1,024 bytes, valid text or not', async () => {
    const webhook = await add()
    respond = () => ({ body: Buffer.concat([Buffer.from([0, 255, 0]), Buffer.alloc(5_000_000, 'x')]) })
    expect(await attempt(await quietMessage(webhook.id), false)).toMatchObject({ over: true })
    const [delivery] = await deliveries(webhook)
    expect(delivery?.last_answer?.length).toBe(1024)
    expect(delivery?.last_answer).not.toContain('\u0000')
  })

  test('429 or 503 with Retry-After delays the next attempt', async () => {
    const webhook = await add()
    respond = () => ({ status: 503, headers: { 'retry-after': '1234' }, body: '' })
    expect(await attempt(await quietMessage(webhook.id), false)).toEqual({
      over: false,
      notBeforeSeconds: 1234,
    })
    respond = () => ({ status: 429, headers: { 'retry-after': '999999999' }, body: '' })
    expect((await attempt(await quietMessage(webhook.id), false)).notBeforeSeconds).toBe(86_400)
  })
})

describe('an endpoint', () => {
  test('that takes nothing for five days is disabled with a note, and can be enabled again', async () => {
    const webhook = await add()
    respond = () => ({ status: 500, body: '' })
    await attempt(await quietMessage(webhook.id), false)
    const list = async () =>
      (await service.call('GET', '/v1/me/webhooks', { key })).body as { webhooks: WebhookWithSecret[] }
    expect((await list()).webhooks[0]).toMatchObject({ enabled: true, failing_since: expect.any(String) })
    const longAgo = new Date(Date.now() - 5 * 86_400_000 - 1000)
    await db().webhookEndpoint.update({ where: { id: webhook.id }, data: { failingSince: longAgo } })
    const waiting = await quietMessage(webhook.id)
    expect(await attempt(await quietMessage(webhook.id), false)).toMatchObject({ over: true })
    expect((await list()).webhooks[0]).toMatchObject({ enabled: false, note: expect.stringContaining('five days') })
    received.length = 0
    expect(await attempt(waiting, false)).toMatchObject({ over: true })
    expect(received).toEqual([])
    const before = await db().webhookDelivery.count()
    await db().$transaction((tx) => notifyWebhooks(tx, userId, 'batch.done', endedBatch('nobody')))
    expect(await db().webhookDelivery.count()).toBe(before)
    const enabled = await post(`/v1/me/webhooks/${webhook.id}/enable`)
    expect(enabled.body).toMatchObject({ enabled: true, note: null, failing_since: null })
  })

  test('that answers 410 is disabled immediately; an accepted message ends a time of failures', async () => {
    const webhook = await add()
    respond = () => ({ status: 500, body: '' })
    await attempt(await quietMessage(webhook.id), false)
    respond = () => ({ body: '' })
    await attempt(await quietMessage(webhook.id), false)
    const row = () => db().webhookEndpoint.findUniqueOrThrow({ where: { id: webhook.id } })
    expect((await row()).failingSince).toBeNull()
    respond = () => ({ status: 410, body: '' })
    await attempt(await quietMessage(webhook.id), false)
    expect((await row()).note).toContain('410')
  })

  test('the signing secret is shown once and is nowhere in the database in plain text', async () => {
    const { id, secret } = await add()
    const { rows } = await pool().query('select * from webhook_endpoint where id = $1', [id])
    const bytes = JSON.stringify(rows) + Buffer.from(rows[0].secret).toString('latin1')
    expect(bytes).not.toContain(secret.slice('whsec_'.length))
    expect((await service.call('GET', '/v1/me/webhooks', { key })).text).not.toContain('whsec_')
  })

  test('is one of ten at most, even when they are added concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => post('/v1/me/webhooks', { url: `${origin.url}/hook` })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(answers.find(({ status }) => status !== 201)?.body).toMatchObject({ status: 409, code: 'too_many_webhooks' })
  })

  test('its address and events are changed, and messages go there; the secret stays', async () => {
    const webhook = await add(`${origin.url}/former`, ['job.done'])
    const change = (body: unknown) => service.call('PATCH', `/v1/me/webhooks/${webhook.id}`, { key, body })
    await db().webhookEndpoint.update({ where: { id: webhook.id }, data: { failingSince: new Date(0) } })
    expect((await change({ url: `${origin.url}/new`, events: ['batch.done'] })).body).toMatchObject({
      id: webhook.id,
      url: `${origin.url}/new`,
      events: ['batch.done'],
      enabled: true,
      failing_since: null,
    })
    await db().$transaction((tx) => notifyWebhooks(tx, userId, 'batch.done', endedBatch('one')))
    const delivered = await finished(webhook)
    expect([delivered?.status, received.map(({ url }) => new URL(url, origin.url).pathname)]).toEqual([
      'delivered',
      ['/new'],
    ])
    expect(() => new Verifier(webhook.secret).verify(received[0]?.body ?? '', received[0]?.headers ?? {})).not.toThrow()
    expect((await change({ url: 'javascript:alert(1)' })).status).toBe(422)
    expect((await change({ events: [] })).status).toBe(422)
  })

  test('its owner disables it, with a note, and enables it again', async () => {
    const { id } = await add()
    const change = (enabled: boolean) => service.call('PATCH', `/v1/me/webhooks/${id}`, { key, body: { enabled } })
    expect((await change(false)).body).toMatchObject({ enabled: false, note: 'You disabled this endpoint.' })
    await db().$transaction((tx) => notifyWebhooks(tx, userId, 'batch.done', endedBatch('missed')))
    expect(await deliveries({ id })).toEqual([])
    expect((await change(true)).body).toMatchObject({ enabled: true, note: null, failing_since: null })
  })

  test('is its owner’s alone', async () => {
    const { id } = await add()
    const other = (await newUser()).apiKey
    const bodyFor = (method: string) => (method === 'PATCH' ? { body: { enabled: false } } : {})
    const paths: [string, string][] = [
      ['POST', `/v1/me/webhooks/${id}/test`],
      ['POST', `/v1/me/webhooks/${id}/rotate`],
      ['POST', `/v1/me/webhooks/${id}/enable`],
      ['GET', `/v1/me/webhooks/${id}/deliveries`],
      ['PATCH', `/v1/me/webhooks/${id}`],
      ['DELETE', `/v1/me/webhooks/${id}`],
    ]
    for (const [method, path] of paths)
      expect((await service.call(method, path, { key: other, ...bodyFor(method) })).status).toBe(404)
    expect((await service.call('DELETE', `/v1/me/webhooks/${id}`, { key })).status).toBe(200)
    for (const [method, path] of paths)
      expect((await service.call(method, path, { key, ...bodyFor(method) })).status).toBe(404)
  })
})

describe('on a server that others reach', () => {
  const connectedTo: string[] = []
  let addresses: string[] = []

  /** Resolves as set, notes what a socket would connect to, and connects to the origin instead. */
  function standIn(options: buildConnector.BuildOptions): buildConnector.connector {
    const { lookup } = options as { lookup: LookupFunction }
    return ({ hostname }, done) => {
      lookup(hostname, { all: true }, (error, found) => {
        if (error) return done(error, null)
        connectedTo.push(...[found].flat().map((entry) => (typeof entry === 'string' ? entry : entry.address)))
        const socket = connectSocket(Number(new URL(origin.url).port), '127.0.0.1', () => done(null, socket))
      })
    }
  }

  beforeEach(() => {
    setEnv({ BASE_URL: 'https://verbatim.example' })
    connectedTo.length = 0
    const resolve = async () => addresses.map((address) => ({ address, family: 4 }))
    clearSingleton('way-out ')
    singleton('way-out ', () => guardedAgent({ resolve, makeConnector: standIn }))
  })
  afterEach(() => {
    setEnv({ BASE_URL: 'http://localhost:3000' })
    clearSingleton('way-out ')
  })

  test.each([
    'http://hooks.example/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://0x7f000001/',
    'https://localhost/a',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://hooks.example:8443/a',
    'https://user:pass@hooks.example/',
    'https://intranet/',
    'ftp://hooks.example/',
    'javascript:alert(1)',
    'hooks.example',
    '',
  ])('%s is refused', async (url) => {
    const answer = await post('/v1/me/webhooks', { url })
    expect([answer.status, answer.text]).toEqual([422, expect.stringMatching(/blocked_url|invalid_url/)])
    expect(await db().webhookEndpoint.count()).toBe(0)
  })

  test('no port that links may name is one for messages', async () => {
    setEnv({ LINK_PORTS: '8443' })
    const answer = await post('/v1/me/webhooks', { url: 'https://hooks.example:8443/a' })
    setEnv({ LINK_PORTS: '' })
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('default port only')])
  })

  test('a name is judged at every delivery, by the addresses that are connected to', async () => {
    const webhook = await add('https://hooks.example/a')
    const outcomes: unknown[] = []
    for (const resolved of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['169.254.169.254'], []]) {
      addresses = resolved
      await attempt(await quietMessage(webhook.id), false)
      outcomes.push((await deliveries(webhook))[0]?.last_error)
    }
    const notPublic = 'This address is not a public one, so nothing was sent.'
    expect(outcomes).toEqual([notPublic, notPublic, notPublic, 'There is no server of that name.'])
    expect([connectedTo, received]).toEqual([[], []])
    addresses = ['8.8.8.8']
    await attempt(await quietMessage(webhook.id), false)
    expect(connectedTo).toEqual(['8.8.8.8'])
  })

  test('a loopback endpoint added in local mode gets nothing once the service is public', async () => {
    setEnv({ BASE_URL: 'http://localhost:3000' })
    const webhook = await add()
    setEnv({ BASE_URL: 'https://verbatim.example' })
    await attempt(await quietMessage(webhook.id), false)
    expect((await deliveries(webhook))[0]).toMatchObject({
      last_status: null,
      last_error: expect.stringContaining('public'),
    })
    expect(received).toEqual([])
  })
})

test('ten attempts come within three days and a half', () => {
  expect(DELIVERY_WAITS).toHaveLength(9)
  expect([...DELIVERY_WAITS].sort((a, b) => a - b)).toEqual(DELIVERY_WAITS)
  expect(DELIVERY_WAITS.reduce((sum, wait) => sum + wait) / 86_400).toBeLessThan(3.5)
})
