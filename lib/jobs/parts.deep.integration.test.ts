import { afterAll, expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { louderSpeech } from '@/test/louder-speech'
import { ended, newUser, upload, useService } from '@/test/service'
import { startSpeechServer } from '@/test/speech/speech-server'
import type { Job, JobStarted } from './contract'

const speech = await startSpeechServer()
const service = await useService({ SPEECH_ENGINE: 'openai', SPEECH_API_URL: speech.url, SPEECH_CONCURRENCY: '1' })
afterAll(() => speech.close())

test('a job continues where an allowance ended another, hears its last second again, and keeps the rest', async () => {
  const { apiKey: key, userId } = await newUser('free')
  const object_path = await upload(service, key, 'speech.wav', await louderSpeech(6))
  const spent = { userId, periodStart: new Date(new Date().toISOString().slice(0, 7)) }
  await db().usagePeriod.create({ data: { ...spent, usedSeconds: 870 } })

  const ask = async (chunks: number): Promise<Job> => {
    const body = { upload: object_path, allow_partial: true }
    const answer = await service.call('POST', '/v1/transcript', { key, body })
    const { job_id } = answer.body as JobStarted
    for (let chunk = 0; chunk < chunks; chunk++) await (await speech.next()).answer()
    return ended(service, key, job_id)
  }

  const part = await ask(2)
  expect(part).toMatchObject({
    status: 'done',
    transcript: { complete: false, duration_seconds: 30, total_seconds: 66, warnings: [{ code: 'partial' }] },
  })
  await db().usagePeriod.updateMany({ where: { userId }, data: { usedSeconds: 0 } })
  const whole = await ask(2)
  expect(whole).toMatchObject({ status: 'done', transcript: { complete: true, duration_seconds: 66, warnings: [] } })
  const before = part.transcript?.segments ?? []
  const segments = whole.transcript?.segments ?? []
  expect(segments.slice(0, before.length)).toEqual(before)
  expect(segments[before.length]?.start).toBe(29)
  expect(new Set(segments.map(({ text }) => text)).size).toBe(4)
})
