import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DrivingServer, startDrivingServer } from '@/lib/durable/testing/driving-server'
import type { JobStarted } from '@/lib/jobs/contract'
import { type RunningPostgres, startPostgres } from '@/server/postgres/start-postgres'
import { audit } from '../faults/audit'
import { makeSound } from '../faults/make-sound'
import { type RecordingServer, startRecordingServer } from '../faults/recording-server'
import { type Member, makeMember } from '../inngest/member'
import { type Origin, startOrigin } from '../origin/start-origin'
import { freePort } from './free-port'

/** A minute of the server's is half a second here. */
const SECOND_MS = 8
const SLOW_SECOND_MS = 120
const KEYS = { eventKey: 'event-key', signingKey: 'ab12'.repeat(16) }
const OTHER_KEYS = { eventKey: 'other-key', signingKey: 'cd34'.repeat(16) }
const TRANSCRIBE = 'verbatim-transcribe-recording'
const SWEEP = 'verbatim-replace-lost-runs'
/** A sentence, and what the protocol has around it. */
const LARGEST_ANSWER = 4096
const LIMIT_MS = 300_000
/** On a machine that is busy. */
const SOON = { timeout: 120_000, interval: 100 }

let folder = ''
let postgres: RunningPostgres
let database: pg.Client
let origin: Origin
let hearing: RecordingServer
let inngest: DrivingServer
let service: Member

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-recorded-'))
  postgres = await startPostgres({ dataDir: path.join(folder, 'database'), durable: false })
  database = new pg.Client({ connectionString: postgres.url })
  await database.connect()
  origin = await startOrigin([
    ({ host }) => {
      if (host === 'broken.example') {
        return { headers: { 'content-type': 'audio/mpeg' }, body: Buffer.alloc(300_000, 'not sound at all ') }
      }
      return host === 'sound.example' ? { headers: { 'content-type': 'audio/wav' }, body: makeSound(2).wav } : undefined
    },
  ])
  hearing = await startRecordingServer()
  inngest = await startDrivingServer(OTHER_KEYS, { secondMs: SECOND_MS })
  inngest.begin()
  const port = await freePort()
  service = makeMember(path.join(folder, 'service'), port, {
    ...{ DATABASE_URL: postgres.url, BASE_URL: `http://127.0.0.1:${port}`, EGRESS_PROXY_URL: origin.proxyUrl },
    ...{ SPEECH_ENGINE: 'openai', SPEECH_API_URL: hearing.url, RATE_LIMIT_PER_MINUTE: '0' },
    ...{ INNGEST_BASE_URL: inngest.url, INNGEST_EVENT_KEY: KEYS.eventKey, INNGEST_SIGNING_KEY: KEYS.signingKey },
    INNGEST_DEV: '0',
  })
  await service.start()
}, 300_000)

afterAll(async () => {
  await service.stop()
  await inngest.stop()
  await database.end()
  await postgres.stop()
  await hearing.close()
  await origin.close()
  await rm(folder, { recursive: true, force: true })
})

let asked = 0
async function startJob(host = 'sound.example', extension = 'wav'): Promise<string> {
  const headers = { authorization: `Bearer ${service.apiKey()}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ audio: `http://${host}/${++asked}.${extension}` })
  const response = await fetch(`http://127.0.0.1:${service.port}/v1/transcript`, { method: 'POST', headers, body })
  expect(response.status).toBe(202)
  return ((await response.json()) as JobStarted).job_id
}

/** How a job has ended: `done`, or its error's code. */
async function outcome(id: string): Promise<string | null> {
  const { rows } = await database.query<{ outcome: string | null }>(
    `select case when finished_at is null then null else coalesce(error->>'code', status::text) end as outcome
     from job where id = $1`,
    [id],
  )
  return rows[0]?.outcome ?? null
}

/** Moves the times of a job back by 15 minutes and runs the sweep, so that the service finds it abandoned. */
async function letTimePass(id: string): Promise<void> {
  await database.query(
    `with passed as (
       update event set processed_at = processed_at - interval '15 minutes'
       where id in (select run::text from work where id = $1))
     update work set expected_by = expected_by - interval '15 minutes', worker_until = worker_until - interval '15 minutes'
     where id = $1`,
    [id],
  )
  inngest.tick(SWEEP)
}

/** Waits for a job's end, and that nothing is open, charged twice, reserved still, or heard again that was written down. */
async function expectDone(id: string): Promise<void> {
  await expect.poll(() => outcome(id), SOON).toBe('done')
  const look = () => audit(postgres.url, [service.dataDir], hearing.asked)
  const well = { wrongOpenJobs: [], wrongChunks: [], wrongPeriods: [], wrongCharges: [], wrongFiles: [] }
  await expect.poll(look, SOON).toMatchObject({ failed: 0, ...well })
}

const log = () => service.printed()
/** How often the service has noticed that the server accepts no events. */
const timesNoticed = () => log().split('accepts no events').length
const health = async () => (await service.health()).inngest

test(
  'a server that refuses a key is reported in the log and by /health, and receives no event that it would lose',
  async () => {
    const job = await startJob()
    await expect.poll(health, SOON).toContain('INNGEST_SIGNING_KEY')
    expect(log()).toContain('refuses INNGEST_SIGNING_KEY')
    expect([inngest.registrations(), inngest.events()]).toEqual([0, []])

    inngest.changeKeys({ ...KEYS, eventKey: OTHER_KEYS.eventKey })
    await expect.poll(health, SOON).toContain('INNGEST_EVENT_KEY')
    expect(inngest.events()).toEqual([])

    inngest.changeKeys(KEYS)
    await expectDone(job)
    await expect.poll(health, SOON).toMatch(/^ok/)
    expect(log()).toContain('accepts events again')
  },
  LIMIT_MS,
)

test(
  'a server that calls while the service starts receives 503, and no run fails',
  async () => {
    hearing.hold()
    const job = await startJob()
    await expect.poll(hearing.waiting, SOON).toBe(1)
    // The waits of a server are long beside a start; here they are to be so, too.
    inngest.changePace(SLOW_SECOND_MS)
    const [calls, failures] = [inngest.calls().length, inngest.failed().length]
    await service.kill()
    const holder = new pg.Client({ connectionString: postgres.url })
    await holder.connect()
    await holder.query('begin')
    await holder.query('lock table _prisma_migrations in access exclusive mode')
    const started = service.start()
    await expect
      .poll(
        () =>
          inngest
            .calls()
            .slice(calls)
            .map(({ status }) => status),
        SOON,
      )
      .toContain(503)
    await holder.query('commit')
    await holder.end()
    hearing.release()
    await started
    await expectDone(job)
    expect(inngest.failed().length).toBe(failures)
    inngest.changePace(SECOND_MS)
  },
  LIMIT_MS,
)

test(
  'a server that lost its memory receives the functions and the job again',
  async () => {
    const before = inngest.registrations()
    const noticed = timesNoticed()
    hearing.hold()
    const job = await startJob()
    await expect.poll(hearing.waiting, SOON).toBe(1)
    await inngest.kill()
    hearing.release()
    const later = await startJob()
    await expect.poll(timesNoticed, SOON).toBeGreaterThan(noticed)
    await inngest.restart()
    await expect.poll(() => outcome(later), SOON).toBe('done')
    expect(inngest.registrations()).toBeGreaterThan(before)
    await letTimePass(job)
    await expectDone(job)
  },
  LIMIT_MS,
)

test(
  'a run that failed while the service was away leaves its job to be begun again',
  async () => {
    hearing.hold()
    const job = await startJob()
    await expect.poll(hearing.waiting, SOON).toBe(1)
    const failures = inngest.failed().length
    await service.kill()
    hearing.release()
    // All attempts at the run, and then at its failure handler.
    await expect.poll(() => inngest.failed().length - failures, SOON).toBe(2)
    expect(await outcome(job)).toBeNull()
    await service.start()
    await letTimePass(job)
    await expectDone(job)
  },
  LIMIT_MS,
)

test(
  'a failed job sends the server a short error, and its step results stay small',
  async () => {
    const job = await startJob('broken.example', 'mp3')
    await expect.poll(() => outcome(job), SOON).toBe('unsupported_media')
    await expect.poll(inngest.failed, SOON).toContain(TRANSCRIBE)
    expect(inngest.calls().filter(({ bytes }) => bytes > LARGEST_ANSWER)).toEqual([])
    expect(inngest.errors).toEqual([])
  },
  LIMIT_MS,
)
