import { readdir } from 'node:fs/promises'
import { afterAll, afterEach, expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { workDir } from '@/lib/core/storage/work-dir'
import { louderSpeech } from '@/test/louder-speech'
import { ended, newUser, upload, useService } from '@/test/service'
import { silence } from '@/test/silence'
import { type Outcome, spokenWords, startAssemblyaiServer } from '@/test/speech/assemblyai-server'
import type { JobStarted } from '../contract'
import { currentRun } from '../testing/add-job'
import { submitRecording } from './submit-recording'

const server = await startAssemblyaiServer()
const service = await useService({
  SPEECH_ENGINE: 'assemblyai',
  ASSEMBLYAI_API_KEY: server.apiKey,
  ASSEMBLYAI_BASE_URL: server.url,
})
afterAll(() => server.close())
afterEach(() => {
  setEnv({ BASE_URL: 'http://localhost:3000' })
  server.submitted.length = 0
  server.uploads.length = 0
  server.looksUntilOver = 0
})

const transcribed = (text: string): Outcome => ({ text, words: spokenWords(text, 1000), audio_duration: 22 })

async function start(sound?: Uint8Array<ArrayBuffer>): Promise<{ key: string; jobId: string }> {
  const { apiKey: key } = await newUser()
  const object_path = await upload(service, key, 'speech.wav', sound ?? (await louderSpeech(2)))
  const answer = await service.call('POST', '/v1/transcript', { key, body: { upload: object_path } })
  return { key, jobId: (answer.body as JobStarted).job_id }
}

const remoteIdOf = async (jobId: string) => (await db().job.findUnique({ where: { id: jobId } }))?.remoteId ?? null

function notify(remoteId: string, headers: Record<string, string>) {
  const body = { transcript_id: remoteId, status: 'completed' }
  return service.call('POST', '/v1/webhooks/speech', { body, headers })
}

test('a recording is sent whole and small, looked at until it is done, and charged by its real length', async () => {
  server.outcomes = [transcribed('And so, my fellow Americans.')]
  server.looksUntilOver = 1
  const { key, jobId } = await start()
  const job = await ended(service, key, jobId)
  expect(job).toMatchObject({
    status: 'done',
    progress: 1,
    transcript: {
      source: 'speech_to_text',
      engine: { name: 'assemblyai' },
      duration_seconds: 22,
      complete: true,
      lang: 'en',
      text: 'And so, my fellow Americans.',
    },
  })
  expect(job.transcript?.segments?.[0]).toMatchObject({ start: 1, end: 2.95 })
  expect(server.uploads).toHaveLength(1)
  expect(server.uploads[0]?.bytes).toBeLessThan(0.75 * 22_000 * 32)
  expect(server.submitted).toHaveLength(1)
  await expect.poll(() => readdir(workDir())).toEqual([])
})

test('a recording without speech is not sent to the engine', async () => {
  const { key, jobId } = await start(silence(30))
  expect(await ended(service, key, jobId)).toMatchObject({
    status: 'done',
    transcript: { segments: [], warnings: [{ code: 'no_speech' }] },
  })
  expect(server.uploads).toEqual([])
})

test('an engine that can reach the service calls its webhook, and the service then polls the engine', async () => {
  setEnv({ BASE_URL: 'https://verbatim.example' })
  server.outcomes = [transcribed('Told.')]
  const { key, jobId } = await start()
  await expect.poll(() => remoteIdOf(jobId)).not.toBeNull()
  const remoteId = (await remoteIdOf(jobId)) ?? ''
  const [{ webhook_url, webhook_auth_header_name: name = '', webhook_auth_header_value: secret = '' } = {}] =
    server.submitted
  expect(webhook_url).toBe('https://verbatim.example/v1/webhooks/speech')

  for (const headers of [{}, { [name]: 'guessed' }, { [name]: '' }]) {
    expect((await notify(remoteId, headers as Record<string, string>)).status).toBe(401)
  }
  expect((await notify('../../etc/passwd', { [name]: secret })).status).toBe(401)
  const large = { transcript_id: 'x'.repeat(70_000), status: 'completed' }
  expect((await service.call('POST', '/v1/webhooks/speech', { body: large })).status).toBe(413)

  // A notification for another recording wakes no job here.
  expect((await notify('some-other-id', { [name]: secret })).status).toBe(200)
  expect((await notify(remoteId, { [name]: secret })).status).toBe(200)
  expect(await ended(service, key, jobId)).toMatchObject({ status: 'done', transcript: { text: 'Told.' } })
})

test('a recording that the engine loses is sent again', { tags: 'deep' }, async () => {
  server.outcomes = [{ error: 'Server error, developers have been alerted.' }, transcribed('At last.')]
  const { key, jobId } = await start()
  expect(await ended(service, key, jobId)).toMatchObject({ status: 'done', transcript: { text: 'At last.' } })
  expect(server.submitted).toHaveLength(2)
})

test('a recording that the engine refuses permanently ends the job with its reason', async () => {
  server.outcomes = [{ error: 'Transcoding failed. File does not appear to contain audio.' }]
  const { key, jobId } = await start()
  expect(await ended(service, key, jobId)).toMatchObject({
    status: 'error',
    error: { code: 'transcriber_failed', detail: expect.stringContaining('another format') },
  })
  expect(server.submitted).toHaveLength(1)
  expect(await db().work.count({ where: { id: jobId } })).toBe(0)
})

test('a recording that was sent already is not sent again, and a cancelled job looks no more', {
  tags: 'deep',
}, async () => {
  server.outcomes = [transcribed('Never heard of again.')]
  server.looksUntilOver = 1000
  const { key, jobId } = await start()
  await expect.poll(() => remoteIdOf(jobId)).not.toBeNull()
  const again = await submitRecording(jobId, { asFile: false, signal: new AbortController().signal })
  expect(again).toBe(await remoteIdOf(jobId))
  expect(server.submitted).toHaveLength(1)
  const { run: event } = await currentRun(jobId)
  await service.call('DELETE', `/v1/jobs/${jobId}`, { key })
  const run = () => db().durableRun.findFirst({ where: { idempotencyKey: `event:${event}` }, include: { items: true } })
  await expect.poll(run).toMatchObject({ status: 'cancelled', items: [] })
  await expect.poll(() => readdir(workDir())).toEqual([])
})
