import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobStarted } from '@/lib/jobs/contract'
import type { SignResponse } from '@/lib/uploads/contract'
import { startPostgres } from '@/server/postgres/start-postgres'
import { type ServiceProcess, startProcess } from '../process/start-process'
import { audit } from './audit'
import { makeSound } from './make-sound'
import { type RecordingServer, startRecordingServer } from './recording-server'
import { startTcpProxy, type TcpProxy } from './tcp-proxy'

/** `npm run test:faults -- --fleet` runs it: each of its faults takes up to a minute to be noticed. */
const ROUNDS = Number(process.env.FAULT_FLEET ?? 0)
const MEMBERS = 3
const PAUSED_MS = 40_000
/** No fault may stop the work for longer than a minute; a job that was just begun takes some seconds. */
const STANDSTILL_MS = 70_000

const run = promisify(execFile)
// Vitest runs no hooks, which would remove it, where every test is skipped.
const folder = ROUNDS > 0 ? await mkdtemp(path.join(tmpdir(), 'verbatim-fleet-')) : ''
const shared = path.join(folder, 'files')

type Member = { dataDir: string; service: ServiceProcess }
const members: Member[] = []
let hearing: RecordingServer
let proxy: TcpProxy
let postgres: Awaited<ReturnType<typeof startPostgres>>
let database: pg.Client
let settings: Record<string, string>
let key = ''

async function start(dataDir: string): Promise<ServiceProcess> {
  return startProcess(dataDir, settings)
}

async function join(index: number): Promise<void> {
  const dataDir = path.join(folder, `member-${index}`)
  await mkdir(dataDir)
  // Uploads on disk are where every process reaches them.
  await symlink(shared, path.join(dataDir, 'files'))
  const member = { dataDir, service: await start(dataDir) }
  members.push(member)
  undo.push(() => member.service.stop())
}

beforeAll(async () => {
  if (ROUNDS === 0) return
  await chmod(folder, 0o755)
  await mkdir(shared)
  hearing = await startRecordingServer()
  undo.push(hearing.close)
  postgres = await startPostgres({ dataDir: path.join(folder, 'database'), log: () => undefined })
  undo.push(() => postgres.stop())
  proxy = await startTcpProxy(Number(new URL(postgres.url).port))
  undo.push(proxy.close)
  const through = new URL(postgres.url)
  through.port = String(proxy.port)
  settings = {
    DATABASE_URL: through.href,
    VERBATIM_SECRET: '0123456789abcdefghijklmnopqrstuvwxyz',
    SPEECH_ENGINE: 'openai',
    SPEECH_API_URL: hearing.url,
    JOBS_PER_USER: '1000',
  }
  for (let index = 0; index < MEMBERS; index++) await join(index)
  database = await connect()
  undo.push(() => database.end().catch(() => undefined))
  const { BASE_URL: _, ...inherited } = process.env
  const user = ['server/setup/operators/run.mjs', 'user', 'create', 'fleet@verbatim.test', '--tier', 'ultra']
  const env = { ...inherited, ...settings, DATABASE_URL: postgres.url, VERBATIM_DATA: path.join(folder, 'member-0') }
  key = (JSON.parse((await run(process.execPath, user, { env })).stdout) as { api_key: string }).api_key
}, 300_000)

const undo: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
afterAll(async () => {
  for (const one of undo.splice(0).reverse()) await one()
})

/** A connection on which nothing is waited for long: the server is killed below it. */
async function connect(): Promise<pg.Client> {
  const limits = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 }
  const client = new pg.Client({ connectionString: postgres.url, ...limits })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** The value of a query, on a new connection where the last one is lost. */
async function count(sql: string): Promise<number> {
  const read = async () => (await database.query<{ count: number }>(sql)).rows[0]?.count ?? 0
  return read().catch(async () => {
    database = await connect()
    return read()
  })
}

/** The jobs that have ended; -1 while the database does not say. */
const ended = () => count('select count(*)::int as count from job where finished_at is not null').catch(() => -1)

async function call<T>(baseUrl: string, address: string, body: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(60_000)
  const response = await fetch(baseUrl + address, { method: 'POST', headers, body: JSON.stringify(body), signal })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return (await response.json()) as T
}

/** Sends speech to the members in turn until it is to stop. Returns the jobs that were begun. */
async function sendLoad(stop: AbortSignal): Promise<Set<string>> {
  const jobs = new Set<string>()
  for (let sent = 0; !stop.aborted; sent++) {
    const baseUrl = members[sent % MEMBERS]?.service.baseUrl ?? ''
    try {
      const named = { filename: 'talk.wav', content_type: 'audio/wav' }
      const target = await call<SignResponse>(baseUrl, '/v1/uploads/sign', named)
      const { pathname, search } = new URL(target.upload_url)
      const signal = AbortSignal.timeout(60_000)
      const put = await fetch(baseUrl + pathname + search, { method: 'PUT', body: makeSound(1).wav, signal })
      if (!put.ok) throw new Error(`status ${put.status}`)
      jobs.add((await call<JobStarted>(baseUrl, '/v1/transcript', { upload: target.object_path })).job_id)
    } catch {
      // The member is down: a client tries the next one.
    }
    await wait(1_000)
  }
  return jobs
}

const FAULTS: Record<string, (member: Member) => Promise<unknown>> = {
  'a process is killed': async (member) => {
    await member.service.kill()
    member.service = await start(member.dataDir)
  },
  'a process is paused for 40 s': async ({ service }) => {
    process.kill(service.pid, 'SIGSTOP')
    void wait(PAUSED_MS).then(() => process.kill(service.pid, 'SIGCONT'))
  },
  'all connections to the database fall silent': async () => proxy.swallow(),
  'the database is refused for 20 s': async () => {
    proxy.refuse(true)
    await wait(20_000)
    proxy.refuse(false)
  },
  'PostgreSQL crashes': async () => {
    const pid = await count(`select pid as count from pg_stat_activity where backend_type = 'walwriter'`)
    process.kill(pid, 'SIGKILL')
  },
}

test.skipIf(ROUNDS === 0)(
  `a fleet loses, doubles and overcharges nothing in ${ROUNDS} rounds of faults, and none stops it for a minute`,
  async () => {
    const stop = new AbortController()
    const load = sendLoad(stop.signal)
    await expect.poll(ended, { timeout: STANDSTILL_MS }).toBeGreaterThan(0)
    const standstills: Record<string, number> = {}
    for (let round = 0; round < ROUNDS; round++) {
      // Each round strikes another member: the first of them holds the executor's lock.
      for (const [name, strike] of Object.entries(FAULTS)) {
        const member = members[round % MEMBERS]
        if (!member) throw new Error('the fleet has no members')
        const [before, sinceMs] = [await ended(), performance.now()]
        await strike(member)
        await expect.poll(ended, { timeout: STANDSTILL_MS, message: name }).toBeGreaterThan(before)
        standstills[name] = Math.max(standstills[name] ?? 0, Math.round((performance.now() - sinceMs) / 1000))
      }
    }
    await wait(PAUSED_MS)
    stop.abort()
    const jobs = await load
    const open = () => count('select count(*)::int as count from job where finished_at is null')
    await expect.poll(open, { timeout: 300_000, interval: 500 }).toBe(0)
    const found = await audit(
      postgres.url,
      members.map(({ dataDir }) => dataDir),
      new Map(),
    )
    process.stdout.write(`${JSON.stringify({ jobs: jobs.size, standstillSeconds: standstills, ...found }, null, 2)}\n`)
    expect(found).toMatchObject({ failed: 0, wrongOpenJobs: [], wrongChunks: [], wrongPeriods: [], wrongCharges: [] })
    expect(found.done).toBeGreaterThanOrEqual(jobs.size)
  },
  3_600_000,
)
