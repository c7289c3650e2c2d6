import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DrivingServer, startDrivingServer } from '@/lib/durable/testing/driving-server'
import type { JobStarted } from '@/lib/jobs/contract'
import { type RunningPostgres, startPostgres } from '@/server/postgres/start-postgres'
import { type HearingServer, startHearingServer } from '../faults/hearing-server'
import { makeSound } from '../faults/make-sound'
import { type Member, makeMember } from '../inngest/member'
import { type Origin, startOrigin } from '../origin/start-origin'
import { freePort } from './free-port'

/** A minute of the server's is half a second here. */
const SECOND_MS = 8
const SLOW_SECOND_MS = 120
const KEYS = { eventKey: 'event-key', signingKey: 'ab12'.repeat(16) }
const OTHER_KEYS = { eventKey: 'other-key', signingKey: 'cd34'.repeat(16) }
const TRANSCRIBE = 'verbatim-transcribe-recording'
/** A sentence, and what the protocol has around it. */
const LARGEST_ANSWER = 4096
const LIMIT_MS = 300_000
/** On a machine that is busy. */
const SOON = { timeout: 120_000, interval: 100 }

let folder = ''
let postgres: RunningPostgres
let database: pg.Client
let origin: Origin
let hearing: HearingServer
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
  hearing = await startHearingServer()
  inngest = await startDrivingServer(OTHER_KEYS, { secondMs: SECOND_MS })
  inngest.begin()
  const port = await freePort()
  service = makeMember(path.join(folder, 'service'), port, () => ({
    ...{ DATABASE_URL: postgres.url, BASE_URL: `http://127.0.0.1:${port}`, EGRESS_PROXY_URL: origin.proxyUrl },
    ...{ SPEECH_ENGINE: 'openai', SPEECH_API_URL: hearing.url, RATE_LIMIT_PER_MINUTE: '0' },
    ...{ INNGEST_BASE_URL: inngest.url, INNGEST_EVENT_KEY: KEYS.eventKey, INNGEST_SIGNING_KEY: KEYS.signingKey },
    INNGEST_DEV: '0',
  }))
  await service.start()
}, 300_000)

afterAll(async () => {
  await service.stop()
  await inngest.stop()
  await database.end()
  await postgres.stop()
  hearing.close()
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

/** Waits for a job's end, and that nothing of it is charged twice, reserved still, or was heard again. */
async function expectDone(id: string): Promise<void> {
  await expect.poll(() => outcome(id), SOON).toBe('done')
  const { rows } = await database.query(
    `select p.reserved_seconds::int as reserved, p.used_seconds::int - coalesce(sum(c.seconds), 0)::int as uncharged
     from usage_period p left join usage_charge c using (user_id, period_start)
     group by p.user_id, p.period_start, p.reserved_seconds, p.used_seconds`,
  )
  expect(rows).toEqual([{ reserved: 0, uncharged: 0 }])
  expect([...hearing.asked.values()].filter((times) => times.length > 1)).toEqual([])
}

const log = () => service.printed()
const health = async () => (await service.health()).inngest

test(
  'a server that refuses the signing key is told of in the log and by /health, and gets no event it would lose',
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
    expect(log()).toContain('takes events again')
  },
  LIMIT_MS,
)

test(
  'a server that calls while the service starts is told when to come again, and no attempt too many is lost',
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
    await expect.poll(() => outcome(job), SOON).toBe('done')
    expect(inngest.failed().length).toBe(failures)
    inngest.changePace(SECOND_MS)
  },
  LIMIT_MS,
)

test(
  'what fails is told to the server in a sentence, and what steps give back is small',
  async () => {
    const job = await startJob('broken.example', 'mp3')
    await expect.poll(() => outcome(job), SOON).toBe('unsupported_media')
    await expect.poll(inngest.failed, SOON).toContain(TRANSCRIBE)
    expect(inngest.calls().filter(({ bytes }) => bytes > LARGEST_ANSWER)).toEqual([])
    expect(inngest.errors).toEqual([])
  },
  LIMIT_MS,
)
