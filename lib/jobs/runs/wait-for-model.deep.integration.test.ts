import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createUser } from '@/lib/accounts/create-user'
import { db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import type { Job, JobStarted } from '@/lib/jobs/contract'
import { findMoonshine } from '@/lib/speech/moonshine/find-moonshine'
import { makeTinyModel } from '@/lib/speech/sherpa/testing/make-tiny-model'
import { louderSpeech } from '@/test/louder-speech'
import { startModelOrigin } from '@/test/models/model-origin'
import { ended, upload, useService } from '@/test/service'
import { installStandIn } from '@/test/speech/stand-in-whisper'

vi.setConfig({ testTimeout: 60_000 })

const HALF = 1_500_000
const MODEL = 'whisper-stand-in'
const OPERATOR = `${newId()}@operators.test`

const models = await startModelOrigin({
  whisper: { language: 'ja', segments: [{ start: 0, end: 4, text: ' こんにちは' }] },
})
const service = await useService({ SPEECH_ENGINE: 'auto', SPEECH_API_URL: '', OPERATORS: OPERATOR })
afterAll(models.close)
const { apiKey: key, userId } = await createUser({ email: OPERATOR, tier: 'pro' })

// An engine that knows only English is here, and the model for the others is not.
const english = await makeTinyModel(path.join(service.dataDir, 'models', 'tiny'))
const MODELS_FILE = path.join(service.dataDir, 'models.json')
const others = models.models.filter(({ name }) => name === MODEL)
await writeFile(MODELS_FILE, JSON.stringify([english, ...others]))
await installStandIn(service.dataDir)

const call = (method: string, address: string, body?: unknown) =>
  service.call(method, address, { key, ...(body === undefined ? {} : { body }) })
const download = (action: string) => call('POST', '/v1/speech/models', { name: MODEL, action })
const remove = () => call('DELETE', `/v1/speech/models/${MODEL}`)

beforeEach(() => {
  setEnv({ ...models.settings, MODELS_FILE, MOONSHINE_FOLDER: '/nonexistent' })
  models.releaseUntil(HALF)
  models.answerBallast(null)
})
afterEach(async () => {
  models.releaseUntil(models.ballast.length)
  expect((await remove()).status).toBe(200)
})

async function ask(turns: number, lang = 'ja') {
  return call('POST', '/v1/transcript', {
    upload: await upload(service, key, 'a.wav', await louderSpeech(turns)),
    lang,
  })
}

/** A job for a recording in Japanese that waits for the model. */
async function waitingJob(turns: number): Promise<string> {
  const { status, body } = await ask(turns)
  expect(status).toBe(202)
  const { job_id: id } = body as JobStarted
  const waiting = async () => ((await call('GET', `/v1/jobs/${id}`)).body as Job).waiting?.detail
  await expect.poll(waiting, { timeout: 30_000 }).toMatch(/^Stand-in is being downloaded \(\d+ %\)\.$/)
  return id
}

test('a recording in a language that needs a model waits for its download, and is transcribed by it', async () => {
  const refused = await ask(1)
  expect([refused.status, refused.body]).toEqual([
    422,
    { detail: [expect.objectContaining({ ctx: expect.objectContaining({ lang: 'ja', model: MODEL }) })] },
  ])
  expect((await download('start')).status).toBe(200)
  const id = await waitingJob(1)
  models.releaseUntil(models.ballast.length)
  expect(await ended(service, key, id)).toMatchObject({
    status: 'done',
    transcript: { lang: 'ja', text: 'こんにちは', engine: { name: 'whisper', model: MODEL } },
  })
})

test('a download that is cancelled or paused ends the job that waits for it, without a charge', async () => {
  for (const action of ['cancel', 'pause']) {
    await download('start')
    const id = await waitingJob(2)
    await download(action)
    expect(await ended(service, key, id)).toMatchObject({
      status: 'error',
      error: { code: 'language_not_supported', retryable: false, context: { lang: 'ja', model: MODEL } },
    })
  }
  expect(await db().usageReservation.count({ where: { userId } })).toBe(0)
})

test('a model that is downloaded keeps no recording waiting that an engine here can transcribe', async () => {
  await download('start')
  const refused = await waitingJob(4)
  await download('cancel')
  expect(await ended(service, key, refused)).toMatchObject({ error: { context: { lang: 'ja' } } })
  await download('start')
  const { url } = (await call('GET', `/v1/jobs/${refused}`)).body as Job
  const { body } = await call('POST', '/v1/transcript', { url, lang: 'en' })
  expect(await ended(service, key, (body as JobStarted).job_id)).toMatchObject({
    status: 'done',
    transcript: { lang: 'en', engine: { name: 'sherpa', model: 'tiny' } },
  })
})

test.skipIf(!(await findMoonshine()))(
  'a recording that was refused before its language was known waits for a model that hears it',
  { timeout: 180_000 },
  async () => {
    const withoutEnglish = path.join(service.dataDir, 'whisper-only.json')
    await writeFile(withoutEnglish, JSON.stringify(others))
    setEnv({ ...models.settings, MODELS_FILE: withoutEnglish, MOONSHINE_FOLDER: '' })
    const file = path.join(service.dataDir, 'spoken.wav')
    const words = '昨日は自転車で市場に行きました。道路が工事中だったからです。友達はりんごをたくさん買いました。'
    execFileSync('espeak-ng', ['-v', 'ja', '-s', '150', '-w', file, words.repeat(2)])
    const body = { upload: await upload(service, key, 'a.wav', new Uint8Array(await readFile(file))) }
    const first = (await call('POST', '/v1/transcript', body)).body as JobStarted
    expect(await ended(service, key, first.job_id)).toMatchObject({
      status: 'error',
      error: { code: 'language_not_supported', context: { lang: null, supported_langs: ['en'], model: MODEL } },
    })
    await download('start')
    const again = (await call('POST', '/v1/transcript', body)).body as JobStarted
    const waiting = async () => ((await call('GET', `/v1/jobs/${again.job_id}`)).body as Job).waiting?.detail
    await expect.poll(waiting, { timeout: 30_000 }).toMatch(/^Stand-in is being downloaded/)
    expect(await db().chunk.count({ where: { jobId: again.job_id, silent: false, finishedAt: { not: null } } })).toBe(0)
    models.releaseUntil(models.ballast.length)
    expect(await ended(service, key, again.job_id)).toMatchObject({
      status: 'done',
      transcript: { lang: 'ja', engine: { name: 'whisper', model: MODEL } },
    })
  },
)
