import { afterAll, expect, test, vi } from 'vitest'
import { louderSpeech } from '@/test/louder-speech'
import { ended, newUser, upload, useService } from '@/test/service'
import { startSpeechServer } from '@/test/speech/speech-server'
import type { JobStarted } from './contract'

vi.hoisted(() => {
  process.env.JOBS_AT_A_TIME = '1'
})

const speech = await startSpeechServer()
const service = await useService({ SPEECH_ENGINE: 'openai', SPEECH_API_URL: speech.url })
afterAll(() => speech.close())

/** Requests a transcript in a language, by which the engine knows the job. */
async function request(key: string, lang: string): Promise<() => Promise<unknown>> {
  const object_path = await upload(service, key, `${lang}.wav`, await louderSpeech(1))
  const answer = await service.call('POST', '/v1/transcript', { key, body: { upload: object_path, lang } })
  const { job_id } = answer.body as JobStarted
  return () => ended(service, key, job_id)
}

test('the only job of a user comes before the waiting jobs of a user who has several', async () => {
  const [several, one] = [await newUser(), await newUser()]
  const jobs = [await request(several.apiKey, 'en')]
  const first = await speech.next()
  for (const lang of ['de', 'es']) jobs.push(await request(several.apiKey, lang))
  jobs.push(await request(one.apiKey, 'fr'))
  await first.answer()
  const order: (string | null)[] = []
  for (let n = 0; n < 3; n++) {
    const next = await speech.next()
    order.push(next.language)
    await next.answer()
  }
  expect(order).toEqual(['fr', 'de', 'es'])
  expect(await Promise.all(jobs.map((wait) => wait()))).toMatchObject(jobs.map(() => ({ status: 'done' })))
})
