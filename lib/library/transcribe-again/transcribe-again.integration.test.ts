import { readFile } from 'node:fs/promises'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createUser, type NewUser } from '@/lib/accounts/create-user'
import type { Transcript } from '@/lib/captions/transcript'
import { db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import type { Job, JobStarted } from '@/lib/jobs/contract'
import { useScriptedOrigin } from '@/test/origin/scripted-origin'
import { ended, newUser, upload, useService } from '@/test/service'
import { startSpeechServer } from '@/test/speech/speech-server'
import { hearFromNowOn, standInWhisper } from '@/test/speech/stand-in-whisper'
import type { TranscriptionList } from '../contract'

vi.setConfig({ testTimeout: 120_000 })

const speech = await startSpeechServer()
const OPERATOR = `${newId()}@operators.test`
const service = await useService({ OPERATORS: OPERATOR })
const operator = await createUser({ email: OPERATOR, tier: 'ultra' })
afterAll(speech.close)
const { answers } = await useScriptedOrigin()

const recording = await readFile('test/fixtures/audio/jfk.wav')
const lesser = await standInWhisper(service.dataDir, { language: 'en' })
const LESSER = { SPEECH_ENGINE: 'whisper', ...lesser.settings }
const BETTER = { SPEECH_ENGINE: 'openai', SPEECH_API_URL: speech.url }

/** The text of the lesser engine from now on. */
async function hears(text: string, language = 'en'): Promise<void> {
  await hearFromNowOn(lesser.folder, { language, segments: text ? [{ start: 0, end: 4, text }] : [] })
}

beforeEach(async () => {
  await hears('wooden words of a small machine')
  setEnv({ ...LESSER, SPEECH_API_URL: '' })
})

const call = (method: string, address: string, { apiKey: key }: NewUser = operator, body?: unknown) =>
  service.call(method, address, { key, ...(body === undefined ? {} : { body }) })

/** A new recording of a user's, transcribed by the lesser engine. Returns the id of its library item. */
async function transcribed(user: NewUser = operator, lang?: string): Promise<string> {
  const object_path = await upload(service, user.apiKey, 'speech.wav', recording)
  const body = { upload: object_path, ...(lang === undefined ? {} : { lang }) }
  const { job_id } = (await call('POST', '/v1/transcript', user, body)).body as JobStarted
  const job = await ended(service, user.apiKey, job_id)
  expect(job).toMatchObject({ status: 'done', transcript: { engine: { name: 'whisper', model: 'whisper-stand-in' } } })
  return job.transcript?.id ?? ''
}

const read = async (id: string): Promise<Transcript> => (await call('GET', `/v1/me/transcriptions/${id}`)).body

async function again(id: string): Promise<string> {
  const answer = await call('POST', `/v1/me/transcriptions/${id}/transcribe`)
  expect([answer.status, answer.body]).toEqual([202, expect.objectContaining({ job_id: expect.any(String) })])
  return (answer.body as JobStarted).job_id
}

const end = (jobId: string): Promise<Job> => ended(service, operator.apiKey, jobId)

async function search(words: string): Promise<string[]> {
  const { body } = await call('GET', `/v1/me/transcriptions?search=${encodeURIComponent(words)}`)
  return (body as TranscriptionList).transcriptions.map(({ id }) => id)
}

/** The charges and reservations with their recordings. */
async function accounts() {
  const where = { userId: operator.userId }
  const periods = await db().usagePeriod.findMany({ where, select: { usedSeconds: true, reservedSeconds: true } })
  const charges = await db().usageCharge.findMany({
    where,
    orderBy: { mediaId: 'asc' },
    select: { mediaId: true, seconds: true },
  })
  return { periods, charges, reservations: await db().usageReservation.count({ where }) }
}

test('a better engine makes the text again, and item, page and search follow at no charge', async () => {
  const id = await transcribed()
  const { slug } = (await call('POST', `/v1/me/transcriptions/${id}/publish`, operator, {})).body as { slug: string }
  const before = await accounts()
  setEnv(BETTER)
  const jobId = await again(id)
  const request = await speech.next()
  // Meanwhile the text can be read as it was, and asking once more joins the job.
  expect((await read(id)).text).toBe('wooden words of a small machine')
  expect(await again(id)).toBe(jobId)
  await request.answer({ text: 'Golden words of a large machine.', language: 'english' })
  expect(await end(jobId)).toMatchObject({
    status: 'done',
    transcript: { id, text: 'Golden words of a large machine.' },
  })

  expect(await read(id)).toMatchObject({ id, text: 'Golden words of a large machine.', engine: { name: 'openai' } })
  const published = await service.call('GET', `/v1/public/${slug}`)
  expect(published.body).toMatchObject({ text: 'Golden words of a large machine.', engine: { name: 'openai' } })
  expect(await search('golden')).toEqual([id])
  expect(await search('wooden')).toEqual([])
  expect(await accounts()).toEqual(before)
})

test('corrections are carried over to the new text where they fit, and the others are listed', {
  tags: 'deep',
}, async () => {
  const id = await transcribed()
  const correct = async (find: string, replace: string) => {
    const answer = await call('POST', `/v1/me/transcriptions/${id}/replace`, operator, { find, replace })
    expect(answer.body).toMatchObject({ count: 1 })
  }
  await correct('small machine', 'tall machine')
  await correct('wooden words', 'wouldn’t words')
  setEnv(BETTER)
  const jobId = await again(id)
  const text = 'Well, silver words of a small machine. And more.'
  await (await speech.next()).answer({ text, language: 'english' })
  expect(await end(jobId)).toMatchObject({ status: 'done' })

  const corrected = 'Well, silver words of a small machine. And more.'
  expect(await read(id)).toMatchObject({ id, text: corrected, engine: { name: 'openai' } })
  const { body } = await call('GET', `/v1/me/transcriptions/${id}/revisions`)
  expect(body).toMatchObject({
    total: 3,
    revisions: [
      {
        number: 3,
        kind: 'retranscribe',
        unplaced: [
          { start: 0, before: 'wooden', after: 'wouldn’t' },
          { start: 0, before: 'small', after: 'tall' },
        ],
      },
      { number: 2 },
      { number: 1 },
    ],
  })
  expect(await search('silver')).toEqual([id])
  await call('POST', `/v1/me/transcriptions/${id}/revisions/2/restore`)
  expect(await read(id)).toMatchObject({ text: 'wouldn’t words of a tall machine' })
})

test('the names of its owner’s vocabulary go to the engine with an upload', async () => {
  const spellings = [{ to: 'Kennedy' }, { to: 'marmot', from: 'marmit' }]
  await call('PUT', '/v1/me/vocabulary', operator, { spellings })
  setEnv(BETTER)
  const object = await upload(service, operator.apiKey, 'speech.wav', recording)
  const { job_id } = (await call('POST', '/v1/transcript', operator, { upload: object })).body as JobStarted
  const request = await speech.next()
  expect(request.prompt).toBe('Kennedy, marmot')
  await request.answer()
  expect(await end(job_id)).toMatchObject({ status: 'done' })
  await call('PUT', '/v1/me/vocabulary', operator, { spellings: [] })
})

test('a job that fails costs nothing and leaves the text as it was', { tags: 'deep' }, async () => {
  const id = await transcribed()
  const before = await accounts()
  setEnv(BETTER)
  const jobId = await again(id)
  await (await speech.next()).refuse(400)
  expect(await end(jobId)).toMatchObject({ status: 'error' })
  expect(await read(id)).toMatchObject({ text: 'wooden words of a small machine', engine: { name: 'whisper' } })
  expect(await search('wooden')).toContain(id)
  const { body } = await call('GET', '/v1/me/transcriptions?state=error')
  expect(body).toMatchObject({ transcriptions: [] })
  expect(await accounts()).toEqual(before)
})

test('a job that is cancelled leaves the text as it was', { tags: 'deep' }, async () => {
  const id = await transcribed()
  setEnv(BETTER)
  const jobId = await again(id)
  const request = await speech.next()
  expect((await call('DELETE', `/v1/jobs/${jobId}`)).body).toMatchObject({ error: { code: 'cancelled' } })
  await request.closed
  expect(await read(id)).toMatchObject({ text: 'wooden words of a small machine' })
})

test('a text that turns out to be in another language stays paid', { tags: 'deep' }, async () => {
  await hears('drei kleine worte', 'en')
  const id = await transcribed(operator, 'auto')
  const before = await accounts()
  setEnv(BETTER)
  const jobId = await again(id)
  await (await speech.next()).answer({ text: 'Drei kleine Worte.', language: 'german' })
  expect(await end(jobId)).toMatchObject({ status: 'done' })
  expect(await read(id)).toMatchObject({ text: 'Drei kleine Worte.', lang: 'de', complete: true })
  expect(await accounts()).toEqual(before)
  const { mediaId } = await db().libraryItem.findUniqueOrThrow({ where: { id } })
  expect(await db().usageCharge.findMany({ where: { mediaId } })).toMatchObject([{ lang: 'de', seconds: 11 }])
})

test('speech that the first engine did not hear is free as well, and there to be read', { tags: 'deep' }, async () => {
  await hears('')
  const id = await transcribed()
  expect((await read(id)).warnings).toMatchObject([{ code: 'no_speech' }])
  const before = await accounts()
  setEnv(BETTER)
  const jobId = await again(id)
  await (await speech.next()).answer({ text: 'There was something after all.', language: 'english' })
  expect(await end(jobId)).toMatchObject({ status: 'done' })
  expect(await read(id)).toMatchObject({ text: 'There was something after all.', complete: true, warnings: [] })
  expect(await accounts()).toEqual(before)
})

test('a language that was heard wrongly is put right, free of charge and without listening again', {
  tags: 'deep',
}, async () => {
  await hears('annyeong', 'ja')
  const id = await transcribed(operator, 'auto')
  expect(await read(id)).toMatchObject({ lang: 'ja' })
  const before = await accounts()
  const unknown = await call('POST', `/v1/me/transcriptions/${id}/transcribe?lang=tlh`)
  expect([unknown.status, unknown.body]).toEqual([
    422,
    { detail: [expect.objectContaining({ type: 'language_not_supported' })] },
  ])
  const answer = await call('POST', `/v1/me/transcriptions/${id}/transcribe?lang=de`)
  expect(answer.status).toBe(202)
  expect(await end((answer.body as JobStarted).job_id)).toMatchObject({
    status: 'done',
    transcript: { id, lang: 'de' },
  })
  expect(await read(id)).toMatchObject({ id, lang: 'de', engine: { name: 'whisper' } })
  expect(await accounts()).toEqual(before)
  // A better engine does not undo it.
  setEnv(BETTER)
  const better = await again(id)
  expect(await db().job.findUnique({ where: { id: better } })).toMatchObject({
    langHint: 'de',
    langEvidence: { lang: 'ja' },
  })
  await call('DELETE', `/v1/jobs/${better}`)
  setEnv({ ...LESSER, SPEECH_API_URL: '' })
  // It is detected anew where that is asked for.
  const anew = await call('POST', `/v1/me/transcriptions/${id}/transcribe?lang=auto`)
  expect(await end((anew.body as JobStarted).job_id)).toMatchObject({ status: 'done', transcript: { id, lang: 'ja' } })
  expect(await accounts()).toEqual(before)
})

test('a user who is no operator corrects the detected language of an upload, free of charge, and nothing else', async () => {
  await hears('annyeong', 'ja')
  const user = await newUser()
  const id = await transcribed(user, 'auto')
  const charges = () =>
    db().usageCharge.findMany({ where: { userId: user.userId }, select: { lang: true, seconds: true } })
  expect(await charges()).toEqual([{ lang: 'ja', seconds: 11 }])
  const ask = (query: string) => call('POST', `/v1/me/transcriptions/${id}/transcribe${query}`, user)
  for (const query of ['', '?lang=auto']) {
    const { status, body } = await ask(query)
    expect([status, body]).toEqual([403, expect.objectContaining({ code: 'operator_required' })])
  }
  const answer = await ask('?lang=de')
  expect(answer.status).toBe(202)
  const job = await ended(service, user.apiKey, (answer.body as JobStarted).job_id)
  expect(job).toMatchObject({ status: 'done', transcript: { id, lang: 'de' } })
  expect(await charges()).toEqual([{ lang: 'de', seconds: 11 }])
  // The language is named now.
  expect((await ask('?lang=fr')).body).toMatchObject({
    code: 'operator_required',
    detail: expect.stringMatching(/named/),
  })
})

test('a user who corrects the language of a shared recording gets a second text, for which the first is paid', {
  tags: 'deep',
}, async () => {
  await hears('annyeong', 'ja')
  const [user, other] = [await newUser(), await newUser()]
  const address = `media.example/${newId()}.wav`
  const url = `https://${address}`
  answers.set(address, { headers: { 'content-type': 'audio/wav' }, body: recording })
  const request = async (who: NewUser, lang: string) => {
    const { body } = await call('POST', '/v1/transcript', who, { url, lang })
    const { job_id } = body as JobStarted
    return job_id ? (await ended(service, who.apiKey, job_id)).transcript : (body as Transcript)
  }
  const first = await request(user, 'auto')
  const shared = await request(other, 'auto')
  expect([first?.lang, shared?.lang]).toEqual(['ja', 'ja'])
  const answer = await call('POST', `/v1/me/transcriptions/${first?.id}/transcribe?lang=de`, user)
  expect(answer.status).toBe(202)
  const job = await ended(service, user.apiKey, (answer.body as JobStarted).job_id)
  expect(job).toMatchObject({ status: 'done', transcript: { lang: 'de' } })
  expect(job.transcript?.id).not.toBe(first?.id)
  expect((await call('GET', `/v1/me/transcriptions/${shared?.id}`, other)).body).toMatchObject({ lang: 'ja' })
  const charges = await db().usageCharge.findMany({
    where: { userId: user.userId },
    select: { lang: true, seconds: true },
  })
  expect(charges).toEqual([{ lang: 'de', seconds: 11 }])
  // The others' text in that language is found by their next request, and by the same correction.
  const again = await call('POST', `/v1/me/transcriptions/${shared?.id}/transcribe?lang=de`, other)
  expect([again.status, again.body]).toEqual([
    409,
    expect.objectContaining({ detail: expect.stringMatching(/lang=de/) }),
  ])
  expect(await request(other, 'de')).toMatchObject({ lang: 'de' })
})

test('nothing is made again by the same engine, nor what others have, nor by others than operators', async () => {
  const id = await transcribed()
  const conflict = await call('POST', `/v1/me/transcriptions/${id}/transcribe`)
  expect([conflict.status, conflict.body]).toEqual([409, expect.objectContaining({ code: 'no_better_engine' })])
  const other = await newUser()
  const theirs = await transcribed(other)
  setEnv(BETTER)
  expect((await call('POST', `/v1/me/transcriptions/${theirs}/transcribe`)).status).toBe(404)
  const refused = await call('POST', `/v1/me/transcriptions/${theirs}/transcribe`, other)
  expect([refused.status, refused.body]).toEqual([403, expect.objectContaining({ code: 'operator_required' })])
})
