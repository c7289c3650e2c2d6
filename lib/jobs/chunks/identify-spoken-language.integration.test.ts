import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { page } from '@/lib/podcasts/testing/show'
import { makeTinyModel } from '@/lib/speech/sherpa/testing/make-tiny-model'
import { louderSpeech } from '@/test/louder-speech'
import { useScriptedOrigin } from '@/test/origin/scripted-origin'
import { ended, newUser, upload, useService } from '@/test/service'
import { type Heard, hearFromNowOn, standInWhisper } from '@/test/speech/stand-in-whisper'
import type { Job, JobStarted } from '../contract'

const service = await useService({ SPEECH_ENGINE: 'auto', SPEECH_API_URL: '', MOONSHINE_FOLDER: '/nonexistent' })
const { answers } = await useScriptedOrigin()
const tiny = await makeTinyModel(path.join(service.dataDir, 'models', 'tiny'))
const segments = [{ start: 0, end: 4, text: ' こんにちは' }]
const whisper = await standInWhisper(service.dataDir, { language: 'en' }, { others: [tiny] })
const quiet = await louderSpeech(1)
const loud = new Uint8Array(await readFile('test/fixtures/audio/jfk.wav'))

beforeEach(() => {
  setEnv(whisper.settings)
})

const hears = (heard: Heard) => hearFromNowOn(whisper.folder, { segments, ...heard })

type Result = { job: Job; userId: string; evidence: unknown }

/** The job of a new episode in a feed that gives this language for its show. */
async function transcribeEpisode(feedLang: string, sound = quiet): Promise<Job> {
  const id = newId()
  const show = `${id}.example`
  const feed = `<rss version="2.0"><channel><title>Show</title><language>${feedLang}</language><item>
    <guid>${id}</guid><title>Talk</title><link>https://${show}/talk</link>
    <enclosure url="https://${show}/talk.wav" type="audio/wav"/></item></channel></rss>`
  const links = '<link rel="canonical" href="/talk"><link rel="alternate" type="application/rss+xml" href="/feed.xml">'
  answers.set(`${show}/talk`, page(links))
  answers.set(`${show}/feed.xml`, { headers: { 'content-type': 'text/xml' }, body: feed })
  answers.set(`${show}/talk.wav`, { headers: { 'content-type': 'audio/wav' }, body: Buffer.from(sound) })
  const { apiKey: key } = await newUser()
  const { body } = await service.call('POST', '/v1/transcript', { key, body: { url: `https://${show}/talk` } })
  return ended(service, key, (body as JobStarted).job_id)
}

async function transcribe(sound = quiet, request: { lang?: string; strict_lang?: boolean } = {}): Promise<Result> {
  const { apiKey: key, userId } = await newUser()
  const object_path = await upload(service, key, 'speech.wav', sound)
  const { body } = await service.call('POST', '/v1/transcript', { key, body: { upload: object_path, ...request } })
  const { job_id: id } = body as JobStarted
  const job = await ended(service, key, id)
  return { job, userId, evidence: (await db().job.findUniqueOrThrow({ where: { id } })).langEvidence }
}

const chargesOf = (userId: string) => db().usageCharge.count({ where: { userId } })

test('each recording is transcribed by the best engine for the language that is heard in it', async () => {
  await hears({ language: 'en', loud_language: 'ja' })
  const [english, japanese] = await Promise.all([transcribe(quiet), transcribe(loud)])
  expect(english.job).toMatchObject({ status: 'done', transcript: { lang: 'en', engine: { name: 'sherpa' } } })
  expect(japanese.job).toMatchObject({
    status: 'done',
    transcript: { lang: 'ja', engine: { name: 'whisper' }, text: 'こんにちは' },
  })
  expect(japanese.evidence).toMatchObject({ lang: 'ja', guesses: [{ lang: 'ja', probability: 0.98 }, { lang: 'en' }] })
})

test('a language that was asked for gives way to the one that is clearly spoken', async () => {
  await hears({ language: 'ja' })
  const { job } = await transcribe(quiet, { lang: 'en' })
  expect(job).toMatchObject({ status: 'done', transcript: { lang: 'ja', engine: { name: 'whisper' } } })
})

test('a language that was asked for and may be spoken is taken', { tags: 'deep' }, async () => {
  await hears({ language: 'ja', probability: 0.9 })
  const { job } = await transcribe(quiet, { lang: 'en' })
  expect(job).toMatchObject({ status: 'done', transcript: { lang: 'en', engine: { name: 'sherpa' } } })
})

test('where no other language will do, the job ends without a charge', { tags: 'deep' }, async () => {
  await hears({ language: 'ja' })
  const { job, userId } = await transcribe(quiet, { lang: 'en', strict_lang: true })
  expect(job).toMatchObject({
    status: 'error',
    error: { code: 'language_unavailable', context: { available_langs: ['ja'] } },
  })
  expect(await chargesOf(userId)).toBe(0)
})

test('a language that no engine knows ends the job before anything is transcribed, without a charge', async () => {
  await hears({ language: 'ko' })
  const { job, userId } = await transcribe()
  expect(job).toMatchObject({
    status: 'error',
    error: {
      code: 'language_not_supported',
      status: 422,
      retryable: false,
      context: { lang: 'ko', supported_langs: expect.arrayContaining(['en', 'ja']) },
    },
  })
  expect(await chargesOf(userId)).toBe(0)
})

test('undecided, the recording goes to the engine that knows most languages, and its answer counts', {
  tags: 'deep',
}, async () => {
  await hears({ language: 'ja', probability: 0.45 })
  const { job, evidence } = await transcribe()
  expect(evidence).toMatchObject({ lang: null })
  expect(job).toMatchObject({ status: 'done', transcript: { lang: 'ja', engine: { name: 'whisper' } } })
})

test('undecided, the language that a feed gives is taken', { tags: 'deep' }, async () => {
  await hears({ language: 'en', probability: 0.45 })
  expect(await transcribeEpisode('ja')).toMatchObject({
    status: 'done',
    transcript: { lang: 'ja', engine: { name: 'whisper' } },
  })
})

test('the language that a feed gives gives way to the one that is clearly spoken', { tags: 'deep' }, async () => {
  await hears({ language: 'en' })
  expect(await transcribeEpisode('ja')).toMatchObject({
    status: 'done',
    transcript: { lang: 'en', engine: { name: 'sherpa' } },
  })
})
