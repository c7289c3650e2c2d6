import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createUser, type NewUser } from '@/lib/accounts/create-user'
import { db, pool } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { replaceLostRuns } from '@/lib/durable/work'
import {
  type SpeechModelsView,
  type SpeechModelView,
  speechModelSchema,
  speechModelsSchema,
} from '@/lib/speech/contract'
import { startModelOrigin } from '@/test/models/model-origin'
import type { OriginAnswer } from '@/test/origin/handle-request'
import { newUser, useService } from '@/test/service'
import { modelFolder } from '../models/manifest'
import { DOWNLOAD_RECOVERY, downloadId } from './download-run'
import { machineId } from './machine-id'
import { performDownload } from './perform-download'

vi.setConfig({ testTimeout: 60_000 })

const models = await startModelOrigin()
const { model, ballast } = models
const OPERATOR = `${newId()}@operators.test`
const service = await useService({ ...models.settings, SPEECH_ENGINE: 'auto', OPERATORS: OPERATOR })
afterAll(models.close)
const operator: NewUser = await createUser({ email: OPERATOR, tier: 'pro' })

const HALF = 1_500_000
const SMALL_FILES = model.files.reduce((sum, { bytes }) => sum + bytes, 0) - ballast.length
const part = () => path.join(modelFolder('tiny'), 'ballast.bin.part')

const list = async () => speechModelsSchema.parse((await get('/v1/speech/models')).body) as SpeechModelsView
const get = (address: string) => service.call('GET', address, { key: operator.apiKey })

async function find(name = 'tiny'): Promise<SpeechModelView> {
  const found = (await list()).models.find((one) => one.name === name)
  if (!found) throw new Error(`${name} is not listed`)
  return found
}

async function act(action: string, name = 'tiny'): Promise<SpeechModelView> {
  const answer = await service.call('POST', '/v1/speech/models', { key: operator.apiKey, body: { name, action } })
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"state"')])
  return speechModelSchema.parse(answer.body)
}

/** All events of a model until its download ends or pauses. */
async function events(name = 'tiny'): Promise<SpeechModelView[]> {
  const { text } = await get(`/v1/speech/models/${name}/events`)
  const data = text.split('\n').filter((line) => line.startsWith('data: '))
  return data.map((line) => speechModelSchema.parse(JSON.parse(line.slice('data: '.length))))
}

const last = async () => (await events()).at(-1)
const remove = (name = 'tiny') => service.call('DELETE', `/v1/speech/models/${name}`, { key: operator.apiKey })
const ranges = () =>
  models.origin.requests.flatMap(({ url, headers }) => (url.endsWith('ballast.bin') ? [headers.range ?? ''] : []))

/** The number of sessions that wait for a lock. */
async function countBlocked(): Promise<number> {
  const { rowCount } = await pool().query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount ?? 0
}

beforeEach(() => {
  models.releaseUntil(ballast.length)
  models.answerBallast(null)
  models.origin.requests.length = 0
})

afterEach(async () => {
  expect((await remove()).status).toBe(200)
  setEnv(models.settings)
})

test('a model is downloaded, reported to the byte, and used from then on', async () => {
  expect(await find()).toMatchObject({ state: 'absent', received_bytes: 0, in_use: false, download: null })
  models.releaseUntil(HALF)
  expect((await act('start')).download).toMatchObject({ status: expect.stringMatching(/queued|in_progress/) })
  await expect.poll(async () => (await find()).received_bytes).toBe(SMALL_FILES + HALF)
  expect((await find()).download).toMatchObject({ status: 'in_progress', error: null, retry_at: null })
  const told = events()
  models.releaseUntil(ballast.length)
  const views = await told
  const bytes = views.map(({ received_bytes }) => received_bytes)
  expect(bytes).toEqual(bytes.toSorted((a, b) => a - b))
  const size = SMALL_FILES + ballast.length
  expect(views.at(-1)).toMatchObject({ state: 'ready', received_bytes: size, size_bytes: size, download: null })
  expect(await list()).toMatchObject({ engine: { name: 'sherpa', model: 'tiny' }, unused_because: null })
  expect((await find()).in_use).toBe(true)
  expect(ballast.equals(await readFile(path.join(modelFolder('tiny'), 'ballast.bin')))).toBe(true)
  // A ready model is left as it is.
  expect(await act('start')).toMatchObject({ state: 'ready', download: null })
  expect(await act('cancel')).toMatchObject({ state: 'ready' })
})

test('a paused download stops and resumes from its last byte', async () => {
  models.releaseUntil(HALF)
  await act('start')
  await expect.poll(async () => (await find()).received_bytes).toBe(SMALL_FILES + HALF)
  expect((await act('pause')).download).toMatchObject({ status: 'paused', remaining_seconds: null })
  expect(await events()).toHaveLength(1)
  await expect.poll(() => existsSync(`${modelFolder('tiny')}.lock`)).toBe(false)
  models.releaseUntil(ballast.length)
  expect(await find()).toMatchObject({ received_bytes: SMALL_FILES + HALF, state: 'partial' })
  await act('resume')
  expect(await last()).toMatchObject({ state: 'ready' })
  expect(ranges()).toEqual(['', `bytes=${HALF}-`])
})

test('a cancelled download leaves nothing', async () => {
  models.releaseUntil(HALF)
  await act('start')
  await expect.poll(async () => (await find()).received_bytes).toBe(SMALL_FILES + HALF)
  expect(await act('cancel')).toMatchObject({ state: 'absent', received_bytes: 0, download: null })
  expect(existsSync(modelFolder('tiny'))).toBe(false)
})

test('a removed model is not used any more', async () => {
  await act('start', 'tiny-small')
  expect((await events('tiny-small')).at(-1)).toMatchObject({ state: 'ready' })
  expect((await list()).engine).toEqual({ name: 'sherpa', model: 'tiny-small' })
  const answer = await remove('tiny-small')
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ state: 'absent' })])
  expect((await list()).engine?.model).not.toBe('tiny-small')
})

/** So much of the ballast, and then the connection ends. */
async function* cutAfter(bytes: number): AsyncGenerator<Uint8Array> {
  yield ballast.subarray(0, bytes)
  throw new Error('cut')
}

const declared = { 'content-length': ballast.length }

const PASSING: [what: string, answer: () => OriginAnswer, code: string, seconds: number][] = [
  ['answers 429 and says when', () => ({ status: 429, headers: { 'retry-after': '40' } }), 'upstream_blocked', 40],
  ['answers 503', () => ({ status: 503 }), 'upstream_blocked', 5],
  ['cuts connections at once', () => ({ headers: declared, body: cutAfter(0) }), 'upstream_timeout', 5],
]

test.each(PASSING)(
  'a server that %s is called again later, or immediately on resume',
  async (_what, answer, code, seconds) => {
    const begun = Date.now()
    models.answerBallast(answer)
    await act('start')
    await expect.poll(async () => (await find()).download?.retry_at).toEqual(expect.any(String))
    const { download } = await find()
    expect(download).toMatchObject({ status: 'in_progress', error: { code }, remaining_seconds: null })
    expect(Date.parse(download?.retry_at ?? '') - begun).toBeGreaterThanOrEqual(seconds * 1000)
    models.answerBallast(null)
    await act('resume')
    expect(await last()).toMatchObject({ state: 'ready' })
  },
)

test('a cut connection is retried immediately, and a refused range restarts the file', async () => {
  let calls = 0
  models.answerBallast(() => {
    calls++
    if (calls === 1) return { headers: declared, body: cutAfter(HALF) }
    if (calls === 2) return { status: 416 }
    return { body: new Uint8Array(ballast) }
  })
  await act('start')
  expect(await last()).toMatchObject({ state: 'ready' })
  expect(calls).toBe(3)
})

const WRONG: [what: string, answer: () => OriginAnswer, says: string][] = [
  ['other bytes', () => ({ body: new Uint8Array(ballast.toReversed()) }), 'checksum'],
  ['another length', () => ({ body: new Uint8Array(ballast.subarray(1)) }), 'bytes, not'],
  ['nothing', () => ({ status: 404 }), 'answered 404'],
]

test.each(WRONG)(
  'a server that has %s ends the download, and only a user starts another try',
  async (_what, answer, says) => {
    models.answerBallast(answer)
    await act('start')
    expect(await last()).toMatchObject({
      state: 'partial',
      download: { status: 'error', error: { detail: expect.stringContaining(says) } },
    })
    models.answerBallast(null)
    await act('resume')
    expect(await last()).toMatchObject({ state: 'ready' })
  },
)

test('where one mirror fails the next one is tried, and both are held to the same checksum', async () => {
  const bad = await startModelOrigin()
  bad.answerBallast(() => ({ body: new Uint8Array(ballast.toReversed()) }))
  setEnv({ MODELS_BASE_URL: `${bad.origin.url},${models.origin.url}` })
  await act('start')
  expect(await last()).toMatchObject({ state: 'ready' })
  expect(bad.origin.requests.filter(({ url }) => url.endsWith('ballast.bin'))).toHaveLength(1)
  await bad.close()
})

test('a run that was lost is followed by another, and comes to nothing itself', async () => {
  models.releaseUntil(HALF)
  await act('start')
  await expect.poll(async () => (await find()).received_bytes).toBe(SMALL_FILES + HALF)
  const { machineId, name } = await db().modelDownload.findFirstOrThrow()
  const { run } = await db().work.findFirstOrThrow({ where: { kind: 'download' } })
  await act('pause')
  await expect.poll(() => existsSync(`${modelFolder('tiny')}.lock`)).toBe(false)
  await db().modelDownload.updateMany({ data: { status: 'in_progress' } })
  const lost = { id: downloadId({ machineId, name }), run }
  await db().work.create({ data: { kind: 'download', ...lost, expectedBy: new Date(0) } })
  await db().event.updateMany({ where: { id: run }, data: { processedAt: new Date(0) } })
  models.releaseUntil(ballast.length)
  // The executor ends the paused run first.
  await expect.poll(() => replaceLostRuns(DOWNLOAD_RECOVERY)).toBe(1)
  expect(await performDownload({ machineId, name, run }, new AbortController().signal)).toBe('over')
  expect(await last()).toMatchObject({ state: 'ready' })
})

test.each([
  ['starting', () => act('start')],
  ['pausing', () => act('pause')],
  ['removing', () => remove()],
] as const)('%s a download locks its work before the download, as its run does', async (_what, change) => {
  const download = { machineId: await machineId(), name: 'tiny' }
  const id = downloadId(download)
  await db().modelDownload.create({ data: { ...download, status: 'in_progress', retryAt: new Date() } })
  await db().work.create({ data: { kind: 'download', id, run: newId(), expectedBy: new Date(Date.now() + 600_000) } })
  let changed: Promise<unknown> | undefined
  await db().$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from work where id = ${id} for update`
    changed = change()
    await expect.poll(countBlocked).toBe(1)
    await tx.$queryRaw`select 1 from model_download where name = 'tiny' for update nowait`
  })
  await changed
})

test('a download for another machine is left to it', async () => {
  const run = { machineId: newId(), name: 'tiny', run: newId() }
  expect(await performDownload(run, new AbortController().signal)).toBe('elsewhere')
})

test('a download that another program has begun is continued, and one that it works on is waited for', async () => {
  const lock = `${modelFolder('tiny')}.lock`
  await act('start', 'tiny-small')
  await events('tiny-small')
  await writeFile(lock, String(process.ppid))
  await act('start')
  await expect.poll(async () => (await find()).download?.error?.detail).toContain(`Process ${process.ppid}`)
  await rm(lock)
  expect(await last()).toMatchObject({ state: 'ready' })
  expect((await remove('tiny-small')).status).toBe(200)
})

test('a partial model without a download is reported as such', async () => {
  models.releaseUntil(HALF)
  await act('start')
  await expect.poll(() => existsSync(part())).toBe(true)
  await expect.poll(async () => (await find()).received_bytes).toBe(SMALL_FILES + HALF)
  await act('pause')
  await expect.poll(() => existsSync(`${modelFolder('tiny')}.lock`)).toBe(false)
  await db().modelDownload.deleteMany()
  expect(await find()).toMatchObject({ state: 'partial', received_bytes: SMALL_FILES + HALF, download: null })
})

test('only operators may see or change models', async () => {
  const { apiKey: key } = await newUser('ultra')
  const calls = [
    service.call('GET', '/v1/speech/models', { key }),
    service.call('POST', '/v1/speech/models', { key, body: { name: 'tiny' } }),
    service.call('GET', '/v1/speech/models/tiny/events', { key }),
    service.call('DELETE', '/v1/speech/models/tiny', { key }),
  ]
  for (const answer of await Promise.all(calls)) {
    expect([answer.status, answer.body]).toEqual([403, expect.objectContaining({ code: 'operator_required' })])
  }
  const { apiKey: unknown } = operator
  expect(await service.call('DELETE', '/v1/speech/models/none', { key: unknown })).toMatchObject({ status: 404 })
})

test('settings that keep a model from being used are reported', async () => {
  setEnv({ SPEECH_ENGINE: 'moonshine' })
  expect((await list()).unused_because).toContain('SPEECH_ENGINE is moonshine')
  setEnv({ SPEECH_ENGINE: 'auto', SPEECH_API_URL: 'http://127.0.0.1:9/v1' })
  expect((await list()).unused_because).toContain('SPEECH_API_URL')
  setEnv({ SPEECH_API_URL: '' })
})
