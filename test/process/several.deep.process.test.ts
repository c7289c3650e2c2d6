import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXECUTOR_LOCK } from '@/lib/durable/tables/executor-lock'
import { type DrivingServer, startDrivingServer } from '@/lib/durable/testing/driving-server'
import type { Job, JobStarted } from '@/lib/jobs/contract'
import { type Origin, startOrigin } from '@/test/origin/start-origin'
import { silence } from '../silence'
import { type SpeechRequest, type SpeechServer, startSpeechServer } from '../speech/speech-server'
import { readConnection } from './read-connection'
import { type ServiceProcess, startProcess } from './start-process'

const jfk = await readFile('test/fixtures/audio/jfk.wav')

/** A minute of speech in several chunks, each a little louder than the last: no two recordings have a chunk in common. */
function minuteOfSpeech(recording: number): Buffer {
  const speech = jfk.subarray(jfk.indexOf('data') + 8)
  const minute = Buffer.from(silence(66))
  const header = minute.length - 6 * speech.length
  for (let turn = 0; turn < 6; turn++) {
    const volume = 0.7 + turn / 50 + recording / 1000
    for (let i = 0; i + 1 < speech.length; i += 2) {
      minute.writeInt16LE(Math.round(speech.readInt16LE(i) * volume), header + turn * speech.length + i)
    }
  }
  return minute
}

type Member = { service: ServiceProcess; dataDir: string; speech: SpeechServer }

const members: Member[] = []
const running = new Set<ServiceProcess>()
let origin: Origin
let database: pg.Client
let databaseUrl = ''
let apiKey = ''
let inngest: DrivingServer | undefined

/** A service with a separate data folder and speech engine; all services reach the same origin. */
async function join(settings: Record<string, string> = {}): Promise<Member> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-several-'))
  const speech = await startSpeechServer()
  const reach = {
    EGRESS_PROXY_URL: origin.proxyUrl,
    SPEECH_ENGINE: 'openai',
    SPEECH_API_URL: speech.url,
    VERBATIM_SECRET: 'one secret for all of them, 0123456789',
  }
  const service = await startProcess(dataDir, { ...reach, ...settings }).catch(async (refusal) => {
    speech.close()
    await rm(dataDir, { recursive: true, force: true })
    throw refusal
  })
  running.add(service)
  const member = { service, dataDir, speech }
  members.push(member)
  return member
}

beforeAll(async () => {
  origin = await startOrigin([
    ({ host, path: target }) => {
      const recording = /^\/minute-(\d+)\.wav/.exec(target)?.[1]
      if (host !== 'media.example' || recording === undefined) return undefined
      return { headers: { 'content-type': 'audio/wav' }, body: minuteOfSpeech(Number(recording)) }
    },
  ])
  const first = await join()
  apiKey = first.service.apiKey ?? ''
  databaseUrl = await readConnection(first.dataDir)
  database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
}, 300_000)

afterAll(async () => {
  await database.end()
  for (const service of [...running].reverse()) await service.stop()
  for (const { speech, dataDir } of members) {
    speech.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  await inngest?.stop()
  await origin.close()
})

const bearer = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })

async function startJob(at: Member, recording: number, key = apiKey): Promise<string> {
  const body = JSON.stringify({ audio: `http://media.example/minute-${recording}.wav` })
  const url = `${at.service.baseUrl}/v1/transcript`
  const response = await fetch(url, { method: 'POST', headers: bearer(key), body })
  expect(response.status).toBe(202)
  return ((await response.json()) as JobStarted).job_id
}

async function ended(at: Member, jobId: string, key = apiKey): Promise<Job> {
  const stream = await fetch(`${at.service.baseUrl}/v1/jobs/${jobId}/events`, { headers: bearer(key) })
  const last = (await stream.text()).split('\n').findLast((line) => line.startsWith('data: '))
  return JSON.parse(last?.slice(6) ?? 'null') as Job
}

/** Answers whatever a member's engine is asked, and counts by sound, until it is closed. */
function answerAll({ speech }: Member, answered: Map<string, number>): void {
  const pump = async (): Promise<never> => {
    for (;;) await answer(await speech.next(), answered)
  }
  void pump().catch(() => undefined)
}

async function answer(request: SpeechRequest, answered: Map<string, number>): Promise<void> {
  answered.set(request.sound, (answered.get(request.sound) ?? 0) + 1)
  await request.answer()
}

type Chunk = { job_id: string; index: number; finished_at: Date }

async function finishedChunks(): Promise<Chunk[]> {
  const { rows } = await database.query<Chunk>(
    'select job_id, index, finished_at from chunk where finished_at is not null order by job_id, index',
  )
  return rows
}

const LOCKS = `
  select pid, granted from pg_locks
  where locktype = 'advisory' and objid = $1::int and database = (select oid from pg_database where datname = current_database())`

/** How many services hold the executor's lock, and how many wait for it. */
async function holdersAndWaiters(): Promise<[number, number]> {
  const { rows } = await database.query<{ granted: boolean }>(LOCKS, [EXECUTOR_LOCK])
  const holders = rows.filter(({ granted }) => granted).length
  return [holders, rows.length - holders]
}

/** Ends the holder's connection, as a network that breaks does. */
async function dropHolder(): Promise<void> {
  await database.query(`select pg_terminate_backend(pid) from (${LOCKS}) as locks where granted`, [EXECUTOR_LOCK])
}

test('one of the services on one database runs the functions: the next takes over when it is cut off or dies, and keeps each finished chunk', async () => {
  const answered = new Map<string, number>()
  const [first] = members as [Member]
  const second = await join({ DATABASE_URL: databaseUrl })
  expect(second.service.apiKey).toBeNull()
  await expect.poll(holdersAndWaiters).toEqual([1, 1])

  const jobs = [await startJob(second, 1), await startJob(first, 2)]
  await answer(await first.speech.next(), answered)
  await expect.poll(finishedChunks).toHaveLength(1)
  await dropHolder()
  await answer(await second.speech.next(), answered)
  await expect.poll(finishedChunks).toHaveLength(2)
  await expect.poll(holdersAndWaiters).toEqual([1, 1])
  await second.speech.next()
  const before = await finishedChunks()
  running.delete(second.service)
  await second.service.kill()

  answerAll(first, answered)
  for (const job of jobs) expect(await ended(first, job)).toMatchObject({ status: 'done', error: null })
  expect(await finishedChunks()).toEqual(expect.arrayContaining(before))

  const third = await join({ DATABASE_URL: databaseUrl })
  await expect.poll(holdersAndWaiters).toEqual([1, 1])
  const more = [await startJob(third, 3), await startJob(first, 4)]
  for (const job of more) expect(await ended(third, job)).toMatchObject({ status: 'done', error: null })

  const chunks = await finishedChunks()
  expect(new Set(chunks.map(({ job_id }) => job_id)).size).toBe(4)
  expect(answered.size).toBe(chunks.length)
  expect([...answered.values()].every((times) => times === 1)).toBe(true)
}, 300_000)

test('a service that runs its functions itself refuses calls to them', async () => {
  const [first] = members as [Member]
  for (const method of ['GET', 'PUT', 'POST']) {
    const response = await fetch(
      `${first.service.baseUrl}/api/inngest?fnId=verbatim-transcribe-recording&stepId=step`,
      {
        method,
      },
    )
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
  }
})

test('half a set of Inngest’s settings keeps the service from starting, and it says what is missing', async () => {
  const started = join({ DATABASE_URL: databaseUrl, INNGEST_EVENT_KEY: 'event-key' })
  await expect(started).rejects.toThrow('INNGEST_EVENT_KEY is set, but INNGEST_SIGNING_KEY is missing.')
}, 300_000)

test('a service registers its functions at its Inngest server, and a job runs by signed calls from there', async () => {
  const keys = { eventKey: 'event-key', signingKey: `signkey-prod-${'ab12'.repeat(16)}` }
  inngest = await startDrivingServer(keys)
  const member = await join({
    INNGEST_BASE_URL: inngest.url,
    INNGEST_EVENT_KEY: keys.eventKey,
    INNGEST_SIGNING_KEY: keys.signingKey,
    INNGEST_DEV: '0',
  })
  const key = member.service.apiKey ?? ''
  const endpoint = `${member.service.baseUrl}/api/inngest`
  const job = await startJob(member, 7, key)
  await expect.poll(() => inngest?.events()).toEqual(['job/requested'])

  const unsigned = `${endpoint}?fnId=verbatim-transcribe-recording&stepId=step`
  expect((await fetch(unsigned, { method: 'POST', body: '{}' })).status).toBe(401)

  const answered = new Map<string, number>()
  answerAll(member, answered)
  inngest.begin()
  await expect
    .poll(() => ({ completed: inngest?.completed(), errors: inngest?.errors.map(String) }), { timeout: 60_000 })
    .toEqual({ completed: ['verbatim-transcribe-recording'], errors: [] })
  expect(await ended(member, job, key)).toMatchObject({ status: 'done', error: null })
  expect([...answered.values()].every((times) => times === 1)).toBe(true)
}, 300_000)
