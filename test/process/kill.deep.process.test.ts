import { randomInt } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import type { Job, JobStarted } from '@/lib/jobs/contract'
import type { SignResponse } from '@/lib/uploads/contract'
import { readPostmaster } from '@/server/postgres/read-postmaster'
import { louderSpeech } from '../louder-speech'
import { type SpeechRequest, startSpeechServer } from '../speech/speech-server'
import { clusterOf } from './cluster-of'
import { readConnection } from './read-connection'
import { type ServiceProcess, startProcess } from './start-process'

const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-kill-'))
const speech = await startSpeechServer()
const settings = { SPEECH_ENGINE: 'openai', SPEECH_API_URL: speech.url, SPEECH_CONCURRENCY: '2' }
let service = await startProcess(dataDir, settings)
const key = service.apiKey ?? ''

afterAll(async () => {
  await service.stop()
  speech.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function call<T>(method: string, address: string, body?: unknown): Promise<T> {
  const url = new URL(address, service.baseUrl)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  if (!response.ok) throw new Error(`${method} ${address} was answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

async function startJob(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const target = await call<SignResponse>('POST', '/v1/uploads/sign', {
    filename: 'minute.wav',
    content_type: 'audio/wav',
  })
  expect((await fetch(target.upload_url, { method: 'PUT', body: bytes })).status).toBe(200)
  return (await call<JobStarted>('POST', '/v1/transcript', { upload: target.object_path })).job_id
}

type FinishedChunk = { index: number; finished_at: Date; text: string }

async function finishedChunks(jobId: string): Promise<FinishedChunk[]> {
  const client = new pg.Client({ connectionString: await readConnection(dataDir) })
  await client.connect()
  const { rows } = await client.query<FinishedChunk>(
    'select index, finished_at, segments::text as text from chunk where job_id = $1 and finished_at is not null order by index',
    [jobId],
  )
  await client.end()
  return rows
}

let waiting: Promise<SpeechRequest> | null = null

/** The next request. Who stops waiting for it leaves it to who waits next. */
function nextRequest(): Promise<SpeechRequest> {
  waiting ??= speech.next().finally(() => {
    waiting = null
  })
  return waiting
}

/** No chunk that is finished is ever asked for. */
async function expectUnfinished(jobId: string, { sound }: SpeechRequest): Promise<void> {
  for (const { text } of await finishedChunks(jobId)) expect(text).not.toContain(sound)
}

async function nextChunk(jobId: string): Promise<SpeechRequest> {
  const request = await nextRequest()
  await expectUnfinished(jobId, request)
  return request
}

async function untilEnded(running: ServiceProcess, jobId: string): Promise<Job> {
  const headers = { authorization: `Bearer ${key}` }
  const stream = await fetch(`${running.baseUrl}/v1/jobs/${jobId}/events`, { headers })
  expect(stream.status).toBe(200)
  const last = (await stream.text()).split('\n').findLast((line) => line.startsWith('data: '))
  return JSON.parse(last?.slice(6) ?? 'null') as Job
}

/** Lets a random moment pass, which nothing in the program can know of. */
async function aMoment(maxMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, randomInt(maxMs)))
}

async function dieAndRestart(jobId: string): Promise<void> {
  const postgres = readPostmaster(clusterOf(dataDir))
  await service.kill()
  const before = await finishedChunks(jobId)
  service = await startProcess(dataDir, settings)
  // PostgreSQL does not die with it: the next start takes it over.
  expect(postgres).not.toBeNull()
  expect(readPostmaster(clusterOf(dataDir))?.pid).toBe(postgres?.pid)
  expect(await finishedChunks(jobId)).toEqual(expect.arrayContaining(before))
}

async function expectAllChunks(jobId: string, ended: Promise<Job>, chunks: number): Promise<void> {
  const over = ended.then(() => null)
  for (;;) {
    const request = await Promise.race([nextRequest(), over])
    if (!request) break
    await expectUnfinished(jobId, request)
    await request.answer()
  }
  const job = await ended
  expect(job).toMatchObject({ status: 'done', progress: 1, error: null })
  expect(new Set(job.transcript?.segments?.map(({ text }) => text)).size).toBe(chunks)
  expect((await finishedChunks(jobId)).map(({ index }) => index)).toEqual([...Array(chunks).keys()])
  await expect.poll(() => readdir(path.join(dataDir, 'work'))).toEqual([])
}

test('a job survives five crashes of the process, and no finished chunk is transcribed again', async () => {
  const jobId = await startJob(await louderSpeech(12))
  await aMoment(200)
  await dieAndRestart(jobId) // somewhere in its preparation
  await nextChunk(jobId)
  await aMoment(50)
  await dieAndRestart(jobId) // with the first chunks under way
  await (await nextChunk(jobId)).answer()
  await aMoment(50)
  await dieAndRestart(jobId) // about when one is saved, another under way
  await nextChunk(jobId)
  await nextChunk(jobId)
  await dieAndRestart(jobId) // with two under way
  const both = [await nextChunk(jobId), await nextChunk(jobId)]
  await Promise.all(both.map(({ answer }) => answer()))
  await aMoment(50)
  await dieAndRestart(jobId) // about when both are saved

  await expectAllChunks(jobId, untilEnded(service, jobId), 6)
})

test('a job continues after its process was stopped, and loses no chunk', async () => {
  const jobId = await startJob(await louderSpeech(6))
  await (await nextChunk(jobId)).answer()
  const underWay = await nextChunk(jobId)
  expect(await service.stop()).toBe(0)
  await underWay.closed
  service = await startProcess(dataDir, settings)
  await expectAllChunks(jobId, untilEnded(service, jobId), 3)
})

test('Ctrl-C ends everything cleanly, and nothing is left running', async () => {
  const connectionString = await readConnection(dataDir)
  expect(await service.stop()).toBe(0)
  await expect(new pg.Client({ connectionString }).connect()).rejects.toThrow('ECONNREFUSED')
  service = await startProcess(dataDir, settings)
  expect((await fetch(`${service.baseUrl}/health`)).status).toBe(200)
  expect(service.apiKey).toBeNull()
})
