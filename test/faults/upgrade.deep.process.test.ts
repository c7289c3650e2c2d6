import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import type { Job, JobStarted } from '@/lib/jobs/contract'
import type { SignResponse } from '@/lib/uploads/contract'
import { readMigrations } from '@/prisma/read-migrations'
import { startPostgres } from '@/server/postgres/start-postgres'
import { type ServiceProcess, startProcess } from '../process/start-process'
import { audit } from './audit'
import { makeSound } from './make-sound'
import { startRecordingServer } from './recording-server'

/** The built sources of a former release: `npm run test:faults -- --upgrade` makes them. */
const FORMER = process.env.FAULT_FORMER
const former = { cwd: FORMER ?? '', entry: [path.join(FORMER ?? '', 'server', 'setup', 'start.mjs')] }

const run = promisify(execFile)
const undo: (() => unknown)[] = []
afterAll(async () => {
  for (const one of undo.splice(0).reverse()) await one()
})

let key = ''

async function call<T>(service: ServiceProcess, address: string, body?: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(service.baseUrl + address, { headers, ...init })
  if (!response.ok) throw new Error(`${address} was answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

async function startJob(service: ServiceProcess): Promise<string> {
  const named = { filename: 'talk.wav', content_type: 'audio/wav' }
  const target = await call<SignResponse>(service, '/v1/uploads/sign', named)
  const { pathname, search } = new URL(target.upload_url)
  await fetch(service.baseUrl + pathname + search, { method: 'PUT', body: makeSound(1).wav })
  return (await call<JobStarted>(service, '/v1/transcript', { upload: target.object_path })).job_id
}

async function untilDone(service: ServiceProcess, jobs: readonly string[]): Promise<void> {
  for (const id of jobs) {
    const status = async () => (await call<Job>(service, `/v1/jobs/${id}`)).status
    await expect.poll(status, { timeout: 120_000, interval: 500 }).toBe('done')
  }
}

test.skipIf(FORMER === undefined)(
  'a former release whose database is migrated below it continues its jobs, hands them over, and a backup leads back to it',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-upgrade-'))
    undo.push(() => rm(folder, { recursive: true, force: true }))
    await chmod(folder, 0o755)
    const hearing = await startRecordingServer()
    undo.push(hearing.close)
    const postgres = await startPostgres({ dataDir: path.join(folder, 'database'), log: () => undefined })
    undo.push(() => postgres.stop())
    const settings = {
      DATABASE_URL: postgres.url,
      VERBATIM_SECRET: '0123456789abcdefghijklmnopqrstuvwxyz',
      SPEECH_ENGINE: 'openai',
      SPEECH_API_URL: hearing.url,
      JOBS_PER_USER: '1000',
    }
    const shared = path.join(folder, 'files')
    await mkdir(shared)
    const dataOf = async (name: string) => {
      const dataDir = path.join(folder, name)
      await mkdir(dataDir)
      await symlink(shared, path.join(dataDir, 'files'))
      return dataDir
    }
    const [before, after] = [await dataOf('former'), await dataOf('present')]
    const { BASE_URL: _, ...inherited } = process.env
    const command = (name: string, args: readonly string[], env: Record<string, string>) =>
      run('npm', ['run', '--silent', name, '--', ...args], {
        cwd: former.cwd,
        env: { ...inherited, ...settings, ...env },
      })

    const old = await startProcess(before, settings, 0, former)
    undo.push(() => old.stop())
    const created = await command('user', ['create', 'upgrade@verbatim.test', '--tier', 'ultra'], {
      VERBATIM_DATA: before,
    })
    key = (JSON.parse(created.stdout) as { api_key: string }).api_key
    const earlier = await startJob(old)
    await untilDone(old, [earlier])
    const backup = path.join(folder, 'backup')
    await command('backup', [backup], { VERBATIM_DATA: before })

    hearing.hold()
    const underWay = [await startJob(old), await startJob(old), await startJob(old)]
    await expect.poll(hearing.waiting, { timeout: 60_000 }).toBeGreaterThan(0)
    const present = await startProcess(after, settings)
    undo.push(() => present.stop())
    const database = new pg.Client({ connectionString: postgres.url })
    await database.connect()
    const { rows } = await database.query<{ count: number }>('select count(*)::int as count from _prisma_migrations')
    await database.end()
    expect(rows[0]?.count).toBe(readMigrations(process.cwd()).length)

    underWay.push(await startJob(old), await startJob(present))
    hearing.release()
    await untilDone(old, underWay)
    hearing.hold()
    const handedOver = [await startJob(old), await startJob(old), await startJob(present)]
    await expect.poll(hearing.waiting, { timeout: 60_000 }).toBeGreaterThan(0)
    expect(await old.terminate()).toBe(0)
    hearing.release()
    await untilDone(present, handedOver)
    await expect(startProcess(before, settings, 0, former)).rejects.toThrow('migrated by a newer version')
    const found = await audit(postgres.url, [before, after], hearing.asked)
    process.stdout.write(
      `${JSON.stringify({ underWay: underWay.length, handedOver: handedOver.length, ...found }, null, 2)}\n`,
    )
    expect(found).toMatchObject({ failed: 0, wrongOpenJobs: [], wrongChunks: [], wrongPeriods: [], wrongCharges: [] })
    expect(await present.stop()).toBe(0)

    const restored = path.join(folder, 'restored')
    const empty = await startPostgres({ dataDir: path.join(folder, 'empty'), log: () => undefined })
    undo.push(() => empty.stop())
    const back = { ...settings, DATABASE_URL: empty.url }
    await command('backup.mjs', ['restore', backup], { ...back, VERBATIM_DATA: restored })
    const again = await startProcess(restored, back, 0, former)
    undo.push(() => again.stop())
    expect((await call<Job>(again, `/v1/jobs/${earlier}`)).status).toBe('done')
    await untilDone(again, [await startJob(again)])
  },
  900_000,
)
