import { randomInt } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import type { Job, JobStarted } from '@/lib/jobs/contract'
import type { SignResponse } from '@/lib/uploads/contract'
import { silence } from '../silence'
import { readConnection } from './read-connection'
import { startSpeechServer } from './speech-server'
import { type ServiceProcess, startProcess } from './start-process'

const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-kill-'))
const speech = await startSpeechServer()
const settings = { SPEECH_ENGINE: 'openai', SPEECH_API_URL: speech.url }
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

/** A minute of speech in three pieces: the same eleven seconds six times, each a little louder, so that pieces differ. */
async function minuteOfSpeech(): Promise<Uint8Array<ArrayBuffer>> {
  const recording = await readFile('test/fixtures/audio/jfk.wav')
  const speech = recording.subarray(recording.indexOf('data') + 8)
  const minute = Buffer.from(silence(66))
  const header = minute.length - 6 * speech.length
  for (let turn = 0; turn < 6; turn++) {
    for (let i = 0; i + 1 < speech.length; i += 2) {
      const louder = Math.round(speech.readInt16LE(i) * (0.8 + turn / 50))
      minute.writeInt16LE(louder, header + turn * speech.length + i)
    }
  }
  return new Uint8Array(minute)
}

async function startJob(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const target = await call<SignResponse>('POST', '/v1/uploads/sign', {
    filename: 'minute.wav',
    content_type: 'audio/wav',
  })
  expect((await fetch(target.upload_url, { method: 'PUT', body: bytes })).status).toBe(200)
  return (await call<JobStarted>('POST', '/v1/transcript', { upload: target.object_path })).job_id
}

type FinishedPiece = { index: number; finished_at: Date }

async function finishedPieces(jobId: string): Promise<FinishedPiece[]> {
  const client = new pg.Client({ connectionString: await readConnection(dataDir) })
  await client.connect()
  const { rows } = await client.query<FinishedPiece>(
    'select index, finished_at from piece where job_id = $1 and finished_at is not null order by index',
    [jobId],
  )
  await client.end()
  return rows
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
  await service.kill()
  const before = await finishedPieces(jobId)
  service = await startProcess(dataDir, settings)
  expect(await finishedPieces(jobId)).toEqual(expect.arrayContaining(before))
}

test('a job outlives five deaths of the process, and no finished piece is transcribed again', async () => {
  const jobId = await startJob(await minuteOfSpeech())
  const saved = new Map<string, number>()
  const answerAndCount = async () => {
    const { sound, answer } = await speech.next()
    const before = (await finishedPieces(jobId)).length
    expect(saved.get(sound) ?? before).toBe(before)
    saved.set(sound, before)
    await answer()
  }

  await aMoment(200)
  await dieAndRestart(jobId) // somewhere in its preparation
  await speech.next()
  await aMoment(50)
  await dieAndRestart(jobId) // with the first piece under way
  await answerAndCount()
  await aMoment(50)
  await dieAndRestart(jobId) // about when that piece is saved
  await speech.next()
  await dieAndRestart(jobId) // with the next one under way
  await answerAndCount()
  await aMoment(50)
  await dieAndRestart(jobId) // about when that one is saved

  const ended = untilEnded(service, jobId)
  while ((await finishedPieces(jobId)).length < 3) await Promise.race([answerAndCount(), ended])
  const job = await ended
  expect(job).toMatchObject({ status: 'done', progress: 1, error: null })
  expect(new Set(job.transcript?.segments?.map(({ text }) => text)).size).toBe(3)
  expect((await finishedPieces(jobId)).map(({ index }) => index)).toEqual([0, 1, 2])
  await expect.poll(() => readdir(path.join(dataDir, 'work'))).toEqual([])
})

test('Ctrl-C ends everything cleanly, and nothing is left running', async () => {
  const connectionString = await readConnection(dataDir)
  expect(await service.stop()).toBe(0)
  await expect(new pg.Client({ connectionString }).connect()).rejects.toThrow('ECONNREFUSED')
  service = await startProcess(dataDir, settings)
  expect((await fetch(`${service.baseUrl}/health`)).status).toBe(200)
  expect(service.apiKey).toBeNull()
})
