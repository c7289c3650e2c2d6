import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { indexOlderTexts } from '@/lib/archive/search-index/index-older-texts'
import { db } from '@/lib/core/db/db'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { startSpeechServer } from '@/test/process/speech-server'
import { ended, newUser, useService } from '@/test/service'
import { silence } from '@/test/silence'
import { diffSchema } from './diff-schema'
import { migrate } from './migrate'
import { fillRelease, listScriptsAfter, RELEASE } from './testing/fill-release'

const KEY = 'vbt_R4R7gMwrWt6lAfUgBv7V8LTgbeu6nLwI2ecjxa'
const JOB = '01a1fe91-c735-7000-9162-4e1123a033c3'
const TIDE = 'http://media.example/tide.vtt'
const CAPTIONS = 'The tide comes in twice a day. And goes out twice.'

const later = listScriptsAfter(RELEASE)
let databaseUrl = ''
let applied: string[] = []

/** Makes the database what a release left, then brings it up to date. */
async function fill(url: string): Promise<void> {
  databaseUrl = url
  await fillRelease(url)
  // What any feed said of a recording was everybody's then.
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`update media set title = 'Poisoned tide', author = 'Anybody' where url = '${TIDE}'`)
  await client.end()
  applied = await migrate(url)
}

/** The recording of the job: what the release had of it when it was killed, another machine has to fetch again. */
async function minuteOfSpeech(): Promise<Buffer> {
  const jfk = await readFile('test/fixtures/audio/jfk.wav')
  const speech = jfk.subarray(jfk.indexOf('data') + 8)
  const minute = Buffer.from(silence(66))
  for (let turn = 0; turn < 6; turn++) speech.copy(minute, minute.length - (6 - turn) * speech.length)
  return minute
}

const recording = await minuteOfSpeech()
const origin = await startOrigin([() => ({ headers: { 'content-type': 'audio/wav' }, body: recording })])
const speech = await startSpeechServer()
const settings = { SPEECH_ENGINE: 'openai', SPEECH_API_URL: speech.url, EGRESS_PROXY_URL: origin.proxyUrl }
const service = await useService(settings, fill)
trustOrigin(origin)
afterAll(async () => {
  await origin.close()
  speech.close()
})

test('a database that the first release filled is brought up to date by all later migrations', async () => {
  expect(applied).toEqual(later.map(({ name }) => name))
  expect(await diffSchema(databaseUrl, process.cwd())).toBe('')
})

test('its job continues from the last finished chunk', async () => {
  const asked = [await speech.next(), await speech.next()]
  for (const request of asked) await request.answer()
  const job = await ended(service, KEY, JOB)
  expect(job).toMatchObject({ status: 'done', error: null })
  const transcribed = ['dbec52b0', ...asked.map(({ sound }) => sound)]
  const texts = job.transcript?.segments?.map(({ text }) => text)
  expect(texts?.sort()).toEqual(transcribed.map((sound) => `heard ${sound}`).sort())
})

test('its transcripts are in the history, found by their words, and answered again without asking the source', async () => {
  const list = await service.call('GET', '/v1/me/transcriptions', { key: KEY })
  expect(list.body).toMatchObject({ total: 3 })
  // The service does it every minute, and may have by now.
  await indexOlderTexts()
  expect(await indexOlderTexts()).toBe(0)
  const found = await service.call('GET', '/v1/me/transcriptions?search=tide', { key: KEY })
  expect(found.body).toMatchObject({ total: 1 })

  const before = origin.requests.length
  const body = { url: TIDE, format: 'text' }
  const again = await service.call('POST', '/v1/transcript', { key: KEY, body })
  expect([again.status, again.text]).toEqual([200, expect.stringContaining(CAPTIONS)])
  expect(origin.requests).toHaveLength(before)
})

test('what a feed may have said of a recording stays with whoever has it, and nobody else is given it', async () => {
  const list = await service.call('GET', '/v1/me/transcriptions', { key: KEY })
  expect(list.text).toContain('Poisoned tide')
  const other = await newUser()
  const begun = await service.call('POST', '/v1/transcript', { key: other.apiKey, body: { url: TIDE } })
  expect([begun.status, begun.text]).toEqual([202, expect.not.stringContaining(CAPTIONS)])
  const { job_id: id } = begun.body as { job_id: string }
  const job = await service.call('DELETE', `/v1/jobs/${id}`, { key: other.apiKey })
  expect([job.status, job.text]).toEqual([200, expect.not.stringContaining('Poisoned')])
  expect(await db().media.count({ where: { url: TIDE, title: 'Poisoned tide' } })).toBe(0)
})

test('its account is charged once for the finished job and holds no reservation', async () => {
  const sum = { usedSeconds: true, reservedSeconds: true } as const
  const { _sum } = await db().usagePeriod.aggregate({ where: { user: { apiKeys: { some: {} } } }, _sum: sum })
  // Six seconds of captions, two of a file, and the job's 66.
  expect(_sum).toEqual({ usedSeconds: 74, reservedSeconds: 0 })
})
