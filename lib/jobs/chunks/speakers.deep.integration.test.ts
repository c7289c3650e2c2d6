import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Transcript } from '@/lib/captions/transcript'
import { db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { findMoonshine } from '@/lib/speech/moonshine/find-moonshine'
import { louderSpeech } from '@/test/louder-speech'
import { ended, newUser, upload, useService } from '@/test/service'
import { type Outcome, spokenWords, startAssemblyaiServer } from '@/test/speech/assemblyai-server'
import { startSpeechServer } from '@/test/speech/speech-server'
import { pcmOfVoices } from '@/test/voices'
import type { Job, JobStarted } from '../contract'

const server = await startAssemblyaiServer()
server.looksUntilOver = 0
const openai = await startSpeechServer()
const service = await useService({ SPEECH_ENGINE: 'moonshine' })
const folder = await mkdtemp(path.join(tmpdir(), 'speakers-'))
afterAll(async () => {
  await server.close()
  openai.close()
  await rm(folder, { recursive: true, force: true })
})

/** `npm test` installs it where Python's packages can be reached; elsewhere its tests are skipped, and said to be. */
const installed = await findMoonshine()

/** A recording in which two synthetic voices speak in turn. */
async function conversation(): Promise<Uint8Array<ArrayBuffer>> {
  const { file } = await pcmOfVoices(folder, ['slt', 'awb', 'slt'])
  const wav = path.join(folder, 'conversation.wav')
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 's16le', '-ar', '16000', '-ac', '1', '-i', file, wav])
  return new Uint8Array(await readFile(wav))
}

async function request(key: string, body: object): Promise<{ status: number; body: Transcript | JobStarted }> {
  return service.call('POST', '/v1/transcript', { key, body })
}

async function finish(key: string, body: object): Promise<Job> {
  const answer = await request(key, body)
  expect(answer.status).toBe(202)
  return ended(service, key, (answer.body as JobStarted).job_id)
}

async function secondsUsed(userId: string): Promise<number | undefined> {
  return (await db().usagePeriod.findFirst({ where: { userId } }))?.usedSeconds
}

describe.skipIf(!installed)('speakers distinguished on this machine', () => {
  test('are one set for the recording, in every format, and cost nothing when they are asked for later', async () => {
    const { apiKey: key, userId } = await newUser()
    const source = { upload: await upload(service, key, 'conversation.wav', await conversation()) }
    const first = await finish(key, source)
    expect(first.transcript?.segments?.length).toBeGreaterThan(2)
    expect(first.transcript?.speakers).toBeUndefined()
    expect((await request(key, source)).status).toBe(200)
    const used = await secondsUsed(userId)
    expect(used).toBe(first.transcript?.duration_seconds)

    const { transcript } = await finish(key, { ...source, diarize: true })
    expect(transcript?.speakers).toEqual([
      { id: 'S1', name: null },
      { id: 'S2', name: null },
    ])
    const speakers = transcript?.segments?.map(({ speaker }) => speaker) ?? []
    expect([speakers[0], speakers.at(-1)]).toEqual(['S1', 'S1'])
    expect(speakers).toContain('S2')
    expect(transcript?.id).toBe(first.transcript?.id)
    expect(await secondsUsed(userId)).toBe(used)

    const again = await request(key, { ...source, diarize: true, format: 'vtt' })
    expect(again).toMatchObject({ status: 200, body: { cached: true, warnings: [] } })
    const { content = '' } = again.body as Transcript
    expect(content).toContain('<v Speaker 1>')
    expect(content).toContain('<v Speaker 2>')
    const text = await request(key, { ...source, format: 'text' })
    expect((text.body as Transcript).content).toMatch(/^Speaker 1: .*\n\nSpeaker 2: .*\n\nSpeaker 1: /s)
  })

  test('are detected in a job for all its callers when a joining caller requests them', async () => {
    const { apiKey: key } = await newUser()
    const source = { upload: await upload(service, key, 'joined.wav', await conversation()) }
    const begun = (await request(key, source)).body as JobStarted
    const joined = (await request(key, { ...source, diarize: true })).body as JobStarted
    expect(joined.job_id).toBe(begun.job_id)
    expect((await ended(service, key, begun.job_id)).transcript?.speakers).toHaveLength(2)
    expect(await db().job.findUnique({ where: { id: begun.job_id } })).toMatchObject({ diarize: true })
  })
})

test('a text whose speakers cannot be detected has a warning and is not made again', async () => {
  setEnv({ BASE_URL: 'http://localhost:3000', SPEECH_ENGINE: 'pocketsphinx', MOONSHINE_FOLDER: folder })
  const { apiKey: key } = await newUser()
  const source = { upload: await upload(service, key, 'alone.wav', await louderSpeech(2)) }
  const { transcript } = await finish(key, { ...source, diarize: true })
  expect(transcript?.segments).not.toEqual([])
  expect(transcript?.speakers).toBeUndefined()
  expect(transcript?.warnings.map(({ code }) => code)).toContain('speakers_unavailable')
  expect((await request(key, { ...source, diarize: true })).status).toBe(200)
})

test('captions without speaker names have the warning, and captions with names keep them', async () => {
  const { apiKey: key } = await newUser()
  const vtt = (payload: string) => new TextEncoder().encode(`WEBVTT\n\n00:01.000 --> 00:04.000\n${payload}\n`)
  const plain = { upload: await upload(service, key, 'plain.vtt', vtt('Hello there')) }
  const named = { upload: await upload(service, key, 'named.vtt', vtt('<v Ann &amp; Bo>Hello there')) }
  expect(await request(key, { ...plain, diarize: true })).toMatchObject({
    status: 200,
    body: { warnings: [{ code: 'speakers_unavailable' }] },
  })
  expect((await request(key, { ...plain, diarize: 'auto' })).body).toMatchObject({ warnings: [] })
  const { body } = await request(key, { ...named, diarize: true })
  expect(body).toMatchObject({
    warnings: [],
    speakers: [{ id: 'S1', name: 'Ann & Bo' }],
    segments: [{ text: 'Hello there', speaker: 'S1' }],
  })
})

test.each([['perhaps'], [2], [{}], [null]])('diarize: %j is refused', async (diarize) => {
  const { apiKey: key } = await newUser()
  const answer = await request(key, { url: 'https://youtu.be/jNQXAC9IVRw', diarize })
  expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'diarize'] }] } })
})

describe('by a model of an OpenAI-compatible server', () => {
  const settings = { SPEECH_ENGINE: 'openai', SPEECH_API_URL: openai.url, SPEECH_API_DIARIZE_MODEL: 'diarizing' }

  /** A job whose text is written, and the request that is to tell its speakers apart. */
  async function written(seconds: number) {
    setEnv(settings)
    const { apiKey: key } = await newUser()
    const source = { upload: await upload(service, key, 'meeting.wav', await louderSpeech(seconds)) }
    const { job_id } = (await request(key, { ...source, diarize: true })).body as JobStarted
    await (await openai.next()).answer({ text: 'Are you well? Yes.', language: 'english' })
    const asked = await openai.next()
    expect(asked.format).toBe('diarized_json')
    const get = async (path = '') => (await service.call('GET', `/v1/jobs/${job_id}${path}`, { key })).body
    return { asked, get, job: () => ended(service, key, job_id) }
  }

  test('meanwhile the whole text can be read, and the job shows the stage and an estimate', async () => {
    const { asked, get, job } = await written(1)
    expect(await get()).toMatchObject({ stage: 'identifying_speakers', progress: 0.5, remaining_seconds: 5 })
    expect(await get('/segments')).toMatchObject({
      covered_ms: 11_000,
      segments: [{ text: expect.stringContaining('Are you well?') }],
    })
    await asked.reply({ text: '', segments: [{ start: 0, end: 11, text: 'Are you well? Yes.', speaker: 'A' }] })
    expect((await job()).transcript?.speakers).toHaveLength(1)
  })

  test('speakers are distinguished by it', async () => {
    const { asked, job } = await written(1)
    await asked.reply({ text: '', segments: [{ start: 0, end: 11, text: 'Are you well? Yes.', speaker: 'A' }] })
    expect((await job()).transcript).toMatchObject({
      speakers: [{ id: 'S1', name: null }],
      segments: [{ speaker: 'S1' }],
    })
  })

  test('a server that refuses loses nothing but the speakers', async () => {
    const { asked, job } = await written(2)
    await asked.refuse(400)
    const { transcript } = await job()
    expect(transcript).toMatchObject({ text: 'Are you well? Yes.', warnings: [{ code: 'speakers_unavailable' }] })
    expect(transcript?.speakers).toBeUndefined()
  })
})

test('a recording that is too long to tell its speakers apart has its text, with the limit', async () => {
  const limits = { DIARIZE_MAX_SECONDS: '20', SPEECH_API_DIARIZE_MODEL: '', MOONSHINE_FOLDER: '' }
  setEnv({ SPEECH_ENGINE: 'openai', SPEECH_API_URL: openai.url, ...limits })
  const { apiKey: key } = await newUser()
  const source = { upload: await upload(service, key, 'long.wav', await louderSpeech(2)) }
  const { job_id } = (await request(key, { ...source, diarize: true })).body as JobStarted
  const job = ended(service, key, job_id)
  await (await openai.next()).answer()
  const { transcript } = await job
  expect(transcript?.speakers).toBeUndefined()
  const detail = expect.stringContaining('DIARIZE_MAX_SECONDS')
  expect(transcript?.warnings).toMatchObject([{ code: 'speakers_unavailable', detail }])
  expect((await request(key, { ...source, diarize: true })).status).toBe(200)
})

test('AssemblyAI detects speakers only if the request asks for them', async () => {
  setEnv({
    BASE_URL: 'http://localhost:3000',
    SPEECH_ENGINE: 'assemblyai',
    ASSEMBLYAI_API_KEY: server.apiKey,
    ASSEMBLYAI_BASE_URL: server.url,
  })
  const { apiKey: key } = await newUser()
  const text = 'Are you well? Yes, very well. Good.'
  const words = spokenWords(text, 1000).map((word, at) => ({ ...word, speaker: at < 3 || at > 5 ? 'B' : 'A' }))
  const outcome: Outcome = { text, words, audio_duration: 22 }
  server.outcomes = [outcome, { ...outcome, words: spokenWords(text, 1000) }]
  const source = { upload: await upload(service, key, 'asked.wav', await louderSpeech(2)) }
  const { transcript } = await finish(key, { ...source, diarize: true })
  expect(server.submitted.at(-1)).toMatchObject({ speaker_labels: true })
  expect(transcript?.speakers).toEqual([
    { id: 'S1', name: null },
    { id: 'S2', name: null },
  ])
  expect(transcript?.segments?.map(({ speaker, text: said }) => [speaker, said])).toEqual([
    ['S1', 'Are you well?'],
    ['S2', 'Yes, very well.'],
    ['S1', 'Good.'],
  ])
  await finish(key, { upload: await upload(service, key, 'unasked.wav', await louderSpeech(3)) })
  expect(server.submitted.at(-1)).not.toHaveProperty('speaker_labels')
  expect(server.submitted.at(-1)).not.toHaveProperty('keyterms_prompt')
})

test('AssemblyAI receives the spellings of the upload’s owner, except phrases that it does not accept', async () => {
  const { apiKey: key } = await newUser()
  const spellings = [{ to: 'Kelly Byrne-Donoghue' }, { to: 'a phrase of more than six words' }, { to: 'marmot' }]
  await service.call('PUT', '/v1/me/vocabulary', { key, body: { spellings } })
  const text = 'A marmot.'
  server.outcomes = [{ text, words: spokenWords(text, 1000), audio_duration: 22 }]
  await finish(key, { upload: await upload(service, key, 'named.wav', await louderSpeech(2)) })
  expect(server.submitted.at(-1)).toMatchObject({ keyterms_prompt: ['Kelly Byrne-Donoghue', 'marmot'] })
})
