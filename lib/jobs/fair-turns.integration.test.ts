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

/** Each waiting job of a user puts the next one ten seconds behind those of others: far more than the requests take. */
const WAITING = ['de', 'es', 'it', 'nl', 'pl']

test('the only job of a user comes before the last waiting job of a user who has several', async () => {
  const [several, one] = [await newUser(), await newUser()]
  const sound = await louderSpeech(1)
  /** Requests a transcript in a language, by which the engine knows the job. */
  const request = async (key: string, lang: string): Promise<() => Promise<unknown>> => {
    const object_path = await upload(service, key, `${lang}.wav`, sound)
    const answer = await service.call('POST', '/v1/transcript', { key, body: { upload: object_path, lang } })
    const { job_id } = answer.body as JobStarted
    return () => ended(service, key, job_id)
  }
  const jobs = [await request(several.apiKey, 'en')]
  const first = await speech.next()
  for (const lang of WAITING) jobs.push(await request(several.apiKey, lang))
  jobs.push(await request(one.apiKey, 'fr'))
  await first.answer()
  const order: (string | null)[] = []
  for (let n = 0; n <= WAITING.length; n++) {
    const next = await speech.next()
    order.push(next.language)
    await next.answer()
  }
  expect(order.filter((language) => language !== 'fr')).toEqual(WAITING)
  expect(order.at(-1)).not.toBe('fr')
  expect(await Promise.all(jobs.map((wait) => wait()))).toMatchObject(jobs.map(() => ({ status: 'done' })))
})
