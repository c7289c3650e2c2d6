import { afterAll, expect, test } from 'vitest'
import type { JobStarted } from '@/lib/jobs/contract'
import { louderSpeech } from '@/test/louder-speech'
import { ended, newUser, upload, useService } from '@/test/service'
import { startSpeechServer } from '@/test/speech/speech-server'

const speech = await startSpeechServer()
const service = await useService({ SPEECH_ENGINE: 'openai', SPEECH_API_URL: speech.url, SPEECH_CONCURRENCY: '1' })
afterAll(() => speech.close())

type Described = { description: string; content: Record<string, { schema: { $ref: string } }> }
type Document = {
  paths: { '/v1/transcript': { post: { responses: Record<string, Described> } } }
  components: { schemas: { JobStarted: { properties: { status: { enum: string[] } } } } }
}

test('joining a job returns 202 with its current status, queued or in_progress, as documented', async () => {
  const { apiKey: key } = await newUser()
  const object_path = await upload(service, key, 'talk.wav', await louderSpeech(2))
  const ask = () => service.call('POST', '/v1/transcript', { key, body: { upload: object_path } })
  const begun = await ask()
  const { job_id } = begun.body as JobStarted
  expect([begun.status, begun.body]).toEqual([202, { job_id, status: 'queued' }])
  const chunk = await speech.next()
  const joined = await ask()
  expect([joined.status, joined.body]).toEqual([202, { job_id, status: 'in_progress' }])
  await chunk.answer()
  expect(await ended(service, key, job_id)).toMatchObject({ status: 'done' })
  expect((await ask()).status).toBe(200)

  const document = (await service.call('GET', '/openapi.json')).body as Document
  expect(document.components.schemas.JobStarted.properties.status.enum).toEqual(['queued', 'in_progress'])
  const { description } = document.paths['/v1/transcript'].post.responses['202'] as Described
  expect(description).toMatch(/`queued`.*`in_progress`.*join/)
})
