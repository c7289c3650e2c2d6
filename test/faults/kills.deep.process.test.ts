import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { JobStarted } from '@/lib/jobs/contract'
import type { SignResponse } from '@/lib/uploads/contract'
import { processesBelow, type RunningProcess } from '../process/process-tree'
import { audit } from './audit'
import { type GuardedService, startGuarded } from './guarded-service'
import { makeSound } from './make-sound'

/** `npm run test:faults -- --kills` sets it. */
const KILLS = Number(process.env.FAULT_KILLS ?? 0)
const JOBS = 2 * KILLS
/** FFmpeg, and the Python program of Moonshine. */
const PROGRAM = /^(?:ff|python)/
const ENDED_MS = 10_000

const run = promisify(execFile)

async function call<T>(service: GuardedService, key: string, address: string, body: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const url = `${service.now().baseUrl}${address}`
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${address} was answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

async function startJob(service: GuardedService, key: string): Promise<string> {
  const named = { filename: 'talk.wav', content_type: 'audio/wav' }
  const target = await call<SignResponse>(service, key, '/v1/uploads/sign', named)
  const { pathname, search } = new URL(target.upload_url)
  await fetch(`${service.now().baseUrl}${pathname}${search}`, { method: 'PUT', body: makeSound(3).wav })
  return (await call<JobStarted>(service, key, '/v1/transcript', { upload: target.object_path })).job_id
}

async function openJobs(connection: string): Promise<number> {
  const client = new pg.Client({ connectionString: connection })
  await client.connect()
  const { rows } = await client.query<{ open: number }>(
    'select count(*)::int as open from job where finished_at is null',
  )
  await client.end()
  return rows[0]?.open ?? -1
}

const isThere = (pid: number) =>
  run('ps', ['-p', String(pid)]).then(
    () => true,
    () => false,
  )

test.skipIf(KILLS === 0)(
  `${KILLS} kills of the process while its programs work lose, double and overcharge nothing, and leave no program`,
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-kills-'))
    const settings = {
      SPEECH_ENGINE: 'moonshine',
      MOONSHINE_FOLDER: path.resolve('.verbatim/moonshine'),
      JOBS_PER_USER: '1000',
    }
    const service = await startGuarded(dataDir, settings)
    try {
      const { BASE_URL: _, ...inherited } = process.env
      const user = ['server/setup/operators/run.mjs', 'user', 'create', 'kills@verbatim.test', '--tier', 'ultra']
      const { stdout } = await run(process.execPath, user, { env: { ...inherited, VERBATIM_DATA: dataDir } })
      const key = (JSON.parse(stdout) as { api_key: string }).api_key
      for (let begun = 0; begun < JOBS; begun++) await startJob(service, key)
      const killed: Record<string, number> = {}
      for (let kills = 0; kills < KILLS; kills++) {
        let underWay: RunningProcess[] = []
        const find = () => {
          underWay = processesBelow(service.now().pid).filter(({ command }) => PROGRAM.test(command))
          return underWay.length
        }
        await wait(randomInt(2_000))
        await expect.poll(find, { timeout: 120_000, interval: 10 }).toBeGreaterThan(0)
        await service.killAndRestart()
        for (const { pid, command } of underWay) {
          killed[command] = (killed[command] ?? 0) + 1
          await expect.poll(() => isThere(pid), { timeout: ENDED_MS, message: `${command} lives on` }).toBe(false)
        }
        if ((await openJobs(await service.connection())) === 0) await startJob(service, key)
      }
      const connection = await service.connection()
      await expect.poll(() => openJobs(connection), { timeout: 600_000, interval: 1_000 }).toBe(0)
      const found = await audit(connection, [dataDir], new Map())
      process.stdout.write(`${JSON.stringify({ kills: KILLS, underWay: killed, ...found }, null, 2)}\n`)
      expect(found).toMatchObject({
        failed: 0,
        wrongOpenJobs: [],
        wrongChunks: [],
        wrongPeriods: [],
        wrongCharges: [],
        wrongFiles: [],
      })
      expect(found.done).toBeGreaterThanOrEqual(JOBS)
    } finally {
      await service.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
  1_800_000,
)
