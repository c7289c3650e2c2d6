import { afterAll, expect, test } from 'vitest'
import { packSegments } from '@/lib/archive/transcripts/stored-segments'
import type { Segment } from '@/lib/captions/cue'
import { db } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import { louderSpeech } from '@/test/louder-speech'
import { ended, newUser, upload, useService } from '@/test/service'
import { type SpeechRequest, startSpeechServer } from '@/test/speech/speech-server'
import { storeTestTranscript } from '@/test/store-transcript'
import type { JobSegments, JobStarted } from '../contract'
import { findJobSegments } from './find-job-segments'

const speech = await startSpeechServer()
const service = await useService({ SPEECH_ENGINE: 'openai', SPEECH_API_URL: speech.url, SPEECH_CONCURRENCY: '1' })
afterAll(() => speech.close())

const actorOf = (userId: string) => ({ kind: 'api_key' as const, userId, tier: 'pro' as const })

async function transcribed(key: string, jobId: string, after = '0'): Promise<JobSegments> {
  const answer = await service.call('GET', `/v1/jobs/${jobId}/segments?after_ms=${after}`, { key })
  expect(answer.status).toBe(200)
  return answer.body
}

async function start(key: string, turns: number): Promise<string> {
  const object_path = await upload(service, key, 'speech.wav', await louderSpeech(turns))
  const answer = await service.call('POST', '/v1/transcript', { key, body: { upload: object_path } })
  return (answer.body as JobStarted).job_id
}

const texts = ({ segments }: JobSegments) => segments.map(({ text }) => text)
const said = ({ sound }: SpeechRequest) => `heard ${sound}`

test('partial segments arrive in order, each once, and never change', async () => {
  const { apiKey: key } = await newUser()
  const jobId = await start(key, 6)
  const first = await speech.next()
  expect(await transcribed(key, jobId)).toMatchObject({
    status: 'in_progress',
    lang: null,
    covered_ms: 0,
    segments: [],
  })
  await first.answer()
  const second = await speech.next()
  const one = await transcribed(key, jobId)
  expect(one).toMatchObject({ status: 'in_progress', lang: 'en' })
  expect(texts(one)).toEqual([said(first)])
  await second.answer()
  const third = await speech.next()
  const part = await transcribed(key, jobId)
  expect(texts(part)).toEqual([said(first), said(second)])
  expect(texts(await transcribed(key, jobId, String(one.covered_ms)))).toEqual([said(second)])
  expect(await transcribed(key, jobId, String(part.covered_ms))).toMatchObject({
    segments: [],
    covered_ms: part.covered_ms,
  })
  await third.answer()
  const whole = await ended(service, key, jobId)
  const rest = await transcribed(key, jobId, String(part.covered_ms))
  expect(rest).toMatchObject({ status: 'done', covered_ms: 66_000 })
  const reported = [...part.segments, ...rest.segments]
  expect(reported).toEqual(whole.transcript?.segments)
})

test('another’s job, one that never was, and a time that is none are refused', async () => {
  const { apiKey: key, userId } = await newUser()
  const { apiKey: other } = await newUser()
  const jobId = await start(key, 2)
  const only = await speech.next()
  for (const id of [newId(), 'nonsense']) {
    expect((await service.call('GET', `/v1/jobs/${id}/segments`, { key })).status).toBe(404)
  }
  expect((await service.call('GET', `/v1/jobs/${jobId}/segments`, { key: other })).status).toBe(404)
  for (const after of ['-1', 'soon', '1e99', '2147483648']) {
    expect((await service.call('GET', `/v1/jobs/${jobId}/segments?after_ms=${after}`, { key })).status).toBe(422)
  }
  await service.call('DELETE', `/v1/jobs/${jobId}`, { key })
  await only.closed
  expect(await findJobSegments(actorOf(userId), jobId, 0)).toMatchObject({ status: 'error', segments: [] })
})

/** A running job of ten chunks, of which some are heard, each with the same moment as the one before it. */
async function halfDone(
  userId: string,
  { promised, transcribedChunks }: { promised: number; transcribedChunks: number },
) {
  const [mediaId, jobId] = [newId(), newId()]
  const length = 20_000
  const job = {
    id: jobId,
    mediaId,
    requestedLang: 'en',
    status: 'in_progress' as const,
    durationMs: 10 * length + 1_000,
  }
  await db().media.create({
    data: { id: mediaId, platform: 'podcast', videoId: mediaId, url: `http://a.example/${mediaId}` },
  })
  await db().job.create({ data: job })
  await db().jobCaller.create({ data: { jobId, userId, libraryItemId: newId() } })
  const periodStart = new Date('2026-11-01')
  await db().usageReservation.create({ data: { jobId, userId, seconds: promised, periodStart } })
  const words = (index: number): Segment[] => [
    { startMs: 0, endMs: 900, text: index === 0 ? 'It begins.' : `seam ${index}.` },
    { startMs: 5_000, endMs: 9_000, text: `Middle ${index}.` },
    { startMs: 20_100, endMs: 20_900, text: `seam ${index + 1}.` },
  ]
  const chunks = Array.from({ length: 10 }, (_, index) => ({
    jobId,
    index,
    startMs: index * length,
    endMs: (index + 1) * length + 1_000,
    overlapMs: index === 0 ? 0 : 1_000,
    silent: false,
    ...(index < transcribedChunks ? { segments: packSegments(words(index)), lang: 'en', finishedAt: new Date() } : {}),
  }))
  await db().chunk.createMany({ data: chunks })
  const finishNext = (index: number) =>
    db().chunk.update({
      where: { jobId_index: { jobId, index } },
      data: { segments: packSegments(words(index)), lang: 'en', finishedAt: new Date() },
    })
  return { jobId, finishNext }
}

test('speech in the overlap of two chunks is delivered once, when both are finished', async () => {
  const { userId } = await newUser()
  const { jobId, finishNext } = await halfDone(userId, { promised: 201, transcribedChunks: 1 })
  const reported: string[] = []
  let after = 0
  for (let index = 1; index <= 10; index++) {
    const part = await findJobSegments(actorOf(userId), jobId, after)
    reported.push(...texts(part))
    expect(part.covered_ms).toBeGreaterThan(after)
    after = part.covered_ms
    if (index < 10) await finishNext(index)
  }
  const all = await findJobSegments(actorOf(userId), jobId, 0)
  expect(reported).toEqual(texts(all))
  const seams = Array.from({ length: 10 }, (_, index) => [`Middle ${index}.`, `seam ${index + 1}.`])
  expect(reported).toEqual(['It begins.', ...seams.flat()])
})

test('a later chunk that finishes first is held back until the text before it is there', async () => {
  const { userId } = await newUser()
  const { jobId, finishNext } = await halfDone(userId, { promised: 201, transcribedChunks: 1 })
  const before = await findJobSegments(actorOf(userId), jobId, 0)
  await finishNext(2)
  expect(await findJobSegments(actorOf(userId), jobId, 0)).toEqual(before)
  await finishNext(1)
  const after = await findJobSegments(actorOf(userId), jobId, before.covered_ms)
  expect(texts(after)).toEqual(['seam 1.', 'Middle 1.', 'seam 2.', 'Middle 2.'])
})

test('a job that continues a part returns the part first, and no word at the seam is lost', async () => {
  const { userId } = await newUser()
  const { mediaId } = await storeTestTranscript(userId, { videoId: newId(), lines: ['One.', 'Two.', 'Three.'] })
  const jobId = newId()
  const job = {
    id: jobId,
    mediaId,
    requestedLang: 'en',
    status: 'in_progress' as const,
    durationMs: 30_000,
    fromMs: 12_000,
  }
  await db().job.create({ data: job })
  await db().jobCaller.create({ data: { jobId, userId, libraryItemId: newId() } })
  await db().usageReservation.create({ data: { jobId, userId, seconds: 30, periodStart: new Date('2026-11-01') } })
  const before = await findJobSegments(actorOf(userId), jobId, 0)
  expect(texts(before)).toEqual(['One.', 'Two.'])
  expect(before.covered_ms).toBe(8_000)
  const segments = packSegments([
    { startMs: 0, endMs: 900, text: 'Three.' },
    { startMs: 1_500, endMs: 3_000, text: 'Four.' },
  ])
  const chunk = { jobId, index: 0, startMs: 11_000, endMs: 30_000, overlapMs: 1_000, silent: false, segments }
  await db().chunk.create({ data: { ...chunk, lang: 'en', finishedAt: new Date() } })
  const after = await findJobSegments(actorOf(userId), jobId, before.covered_ms)
  expect(texts(after)).toEqual(['Three.', 'Four.'])
})

test('a caller who reserved a part of a shared job gets no segments beyond it', async () => {
  const { userId } = await newUser()
  const { jobId } = await halfDone(userId, { promised: 50, transcribedChunks: 8 })
  const part = await findJobSegments(actorOf(userId), jobId, 0)
  expect(part.covered_ms).toBe(50_000)
  expect(texts(part).at(-1)).toBe('Middle 2.')
  expect(await findJobSegments(actorOf(userId), jobId, 50_000)).toMatchObject({ segments: [], covered_ms: 50_000 })
})
