import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { api } from '@/lib/api/app'
import { db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { useDatabase } from '@/test/database'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { newUser } from '@/test/service'
import { spokenWords, startAssemblyaiServer } from '@/test/speech/assemblyai-server'
import { prepareJob } from '../audio/prepare-job'
import type { JobStarted } from '../contract'
import { pollRecording } from './poll-recording'
import { submitRecording } from './submit-recording'

const LINK = 'http://media.example/episode.wav'
const { signal } = new AbortController()

const sound = await readFile('test/fixtures/audio/jfk.wav')
const origin = await startOrigin([() => ({ headers: { 'content-type': 'audio/wav' }, body: sound })])
const server = await startAssemblyaiServer()
server.looksUntilOver = 0
await useDatabase()
setEnv({
  BASE_URL: 'http://localhost:3000',
  SPEECH_ENGINE: 'assemblyai',
  ASSEMBLYAI_API_KEY: server.apiKey,
  ASSEMBLYAI_BASE_URL: server.url,
})
afterAll(() => Promise.all([origin.close(), server.close()]))

/** A job of a public link, made ready to be sent. No executor runs here: each step is taken by hand. */
async function prepared(): Promise<string> {
  trustOrigin(origin)
  const { apiKey } = await newUser()
  const response = await api().request('http://localhost:3000/v1/transcript', {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: LINK }),
  })
  expect(response.status).toBe(202)
  const { job_id } = (await response.json()) as JobStarted
  expect(await prepareJob(job_id, signal)).toBe('recording')
  // From here on only the engine may fetch from the internet.
  setEnv({ EGRESS_PROXY_URL: '' })
  return job_id
}

const look = (jobId: string, failuresBefore: number) =>
  pollRecording(jobId, { waitedSeconds: 60, failuresBefore, asFile: failuresBefore > 0, signal })

test('the engine gets the link of a public recording; where it can’t fetch it, the sound itself', async () => {
  server.outcomes = [
    { error: `Download error, unable to download ${LINK}. Please make sure the file exists and is accessible.` },
    { text: 'And so.', words: spokenWords('And so.', 1000), audio_duration: 11 },
  ]
  const jobId = await prepared()
  await submitRecording(jobId, { asFile: false, signal })
  expect(server.submitted.map(({ audio_url }) => audio_url)).toEqual([LINK])
  expect(server.uploads).toEqual([])
  expect(await look(jobId, 0)).toMatchObject({ status: 'again' })

  await db().job.findUniqueOrThrow({ where: { id: jobId, remoteId: null } })
  trustOrigin(origin)
  await submitRecording(jobId, { asFile: true, signal })
  expect(server.uploads).toHaveLength(1)
  expect(server.submitted[1]?.audio_url).not.toBe(LINK)
  expect(await look(jobId, 1)).toMatchObject({ status: 'done' })
  expect(await db().chunk.findFirst({ where: { jobId } })).toMatchObject({ workMs: 60_000 })
})
