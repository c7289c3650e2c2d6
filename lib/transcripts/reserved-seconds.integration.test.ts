import { afterAll, expect, test } from 'vitest'
import { type Subscription, subscriptionSchema } from '@/lib/billing/contract'
import type { JobStarted } from '@/lib/jobs/contract'
import { louderSpeech } from '@/test/louder-speech'
import { ended, newUser, upload, useService } from '@/test/service'
import { startSpeechServer } from '@/test/speech/speech-server'

const LIMIT = 120
const TIERS = JSON.stringify({ free: { seconds: LIMIT, amount: 0 }, pro: { seconds: 36_000, amount: 900 } })

const speech = await startSpeechServer()
const service = await useService({
  TIERS,
  SPEECH_ENGINE: 'openai',
  SPEECH_API_URL: speech.url,
  SPEECH_CONCURRENCY: '1',
})
afterAll(() => speech.close())

// 88 seconds each, and not the same recording.
const [first, second] = [await louderSpeech(8), await louderSpeech(8)]

async function ask(key: string, sound: BodyInit) {
  const object_path = await upload(service, key, 'talk.wav', sound)
  return service.call('POST', '/v1/transcript', { key, body: { upload: object_path } })
}

async function usage(key: string): Promise<Pick<Subscription, 'used_seconds' | 'reserved_seconds'>> {
  const answer = await service.call('GET', '/v1/me/subscription', { key })
  const { used_seconds, reserved_seconds } = subscriptionSchema.parse(answer.body)
  return { used_seconds, reserved_seconds }
}

type Refusal = { detail: string; context: Record<string, number> }

test('usage and a refusal name the seconds that a running job holds, and what is left follows from them', async () => {
  const { apiKey: key } = await newUser('free')
  expect(await usage(key)).toEqual({ used_seconds: 0, reserved_seconds: 0 })
  const { job_id } = (await ask(key, first)).body as JobStarted
  const held = await speech.next()
  expect(await usage(key)).toEqual({ used_seconds: 0, reserved_seconds: 88 })

  const refused = await ask(key, second)
  expect(refused.status).toBe(402)
  const { detail, context } = refused.body as Refusal
  expect(context).toMatchObject({ used_seconds: 0, reserved_seconds: 88, remaining_seconds: 32, limit_seconds: LIMIT })
  expect(detail).toContain('Running jobs hold 2 min more.')

  await held.answer()
  const job = ended(service, key, job_id)
  // Two turns of speech make a piece.
  for (let chunk = 1; chunk < 4; chunk++) await (await speech.next()).answer()
  expect(await job).toMatchObject({ status: 'done' })
  expect(await usage(key)).toEqual({ used_seconds: 88, reserved_seconds: 0 })
  const later = (await ask(key, second)).body as unknown as Refusal
  expect(later.context).toMatchObject({ used_seconds: 88, reserved_seconds: 0, remaining_seconds: 32 })
  expect(later.detail).not.toContain('running jobs')
})

test('cancelling a job gives its reserved seconds back', async () => {
  const { apiKey: key } = await newUser('free')
  const { job_id } = (await ask(key, first)).body as JobStarted
  expect(await usage(key)).toEqual({ used_seconds: 0, reserved_seconds: 88 })
  expect((await service.call('DELETE', `/v1/jobs/${job_id}`, { key })).status).toBe(200)
  expect(await usage(key)).toEqual({ used_seconds: 0, reserved_seconds: 0 })
})
