import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import type { JobStarted } from '@/lib/jobs/contract'
import type { SignResponse } from '@/lib/uploads/contract'
import { audit, filesLeft } from './audit'
import { allFaults } from './faults'
import { type GuardedService, startGuarded } from './guarded-service'
import { makeSound } from './make-sound'
import { startRecordingServer } from './recording-server'

/** `npm run test:faults` strikes a hundred times; the tests of every day a few. */
const STRIKES = Number(process.env.FAULT_STRIKES ?? 5)
const USERS = 3
const UPLOAD_DISK_MIB = 400

const run = promisify(execFile)
const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-faults-'))
const files = path.join(dataDir, 'files')

/** A small disk for the uploads, so that it can be filled: only root can have one. */
async function mountDisk(): Promise<boolean> {
  await mkdir(files)
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  return run('mount', ['-t', 'tmpfs', '-o', `size=${UPLOAD_DISK_MIB}m`, 'tmpfs', files]).then(
    () => true,
    () => false,
  )
}

const hasOwnDisk = await mountDisk()
const hearing = await startRecordingServer()
const settings = { SPEECH_ENGINE: 'openai', SPEECH_API_URL: hearing.url, JOBS_PER_USER: '1000' }
const service = await startGuarded(dataDir, settings)

afterAll(async () => {
  await service.stop()
  await hearing.close()
  if (hasOwnDisk) await run('umount', ['-l', files])
  await rm(dataDir, { recursive: true, force: true })
})

async function makeUser(name: string): Promise<string> {
  const args = ['server/setup/operators/run.mjs', 'user', 'create', `${name}@verbatim.test`, '--tier', 'ultra']
  // Vite puts its own base path under the name of our setting.
  const { BASE_URL: _, ...inherited } = process.env
  const { stdout } = await run(process.execPath, args, { env: { ...inherited, VERBATIM_DATA: dataDir } })
  return (JSON.parse(stdout) as { api_key: string }).api_key
}

async function aMoment(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, randomInt(200, 1_500)))
}

async function openJobs(guarded: GuardedService): Promise<number> {
  const client = new pg.Client({ connectionString: await guarded.connection() })
  try {
    await client.connect()
    const { rows } = await client.query<{ open: number }>(
      'select count(*)::int as open from job where finished_at is null',
    )
    return rows[0]?.open ?? 0
  } finally {
    await client.end()
  }
}

/** The results of the load: started jobs, texts returned immediately, requests lost to a fault, refusals by reason. */
type LoadCounts = { jobs: Set<string>; transcripts: number; lost: number; refused: Map<string, number> }

const captioned = new Uint8Array(await readFile('public/samples/captioned.mp4'))
const RETRY_AFTER_MS = 100

async function call<T>(service: GuardedService, key: string, path: string, body: unknown): Promise<T> {
  const response = await fetch(`${service.now().baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  })
  const answer = (await response.json()) as { code?: string }
  if (!response.ok) throw new Error(answer.code ?? `status ${response.status}`)
  return answer as T
}

async function oneRequest(service: GuardedService, key: string, counts: LoadCounts, isCaptioned: boolean) {
  const bytes = isCaptioned ? captioned : makeSound().wav
  const named = { filename: isCaptioned ? 'clip.mp4' : 'talk.wav', content_type: 'application/octet-stream' }
  const target = await call<SignResponse>(service, key, '/v1/uploads/sign', named)
  const upload = new URL(target.upload_url)
  const put = await fetch(`${service.now().baseUrl}${upload.pathname}${upload.search}`, { method: 'PUT', body: bytes })
  if (!put.ok) throw new Error(`upload ${put.status}`)
  const answer = await call<Partial<JobStarted>>(service, key, '/v1/transcript', { upload: target.object_path })
  if (answer.job_id) counts.jobs.add(answer.job_id)
  else counts.transcripts++
}

/**
 * Sends uploads of speech, and now and then of a captioned clip, as the bearer of a key until `signal` says stop: one after
 * the other, the next as soon as the last was answered. What a fault swallows is counted, and the next is sent.
 */
async function sendLoad(service: GuardedService, key: string, counts: LoadCounts, signal: AbortSignal): Promise<void> {
  for (let sent = 0; !signal.aborted; sent++) {
    try {
      await oneRequest(service, key, counts, sent % 3 === 2)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      counts.lost++
      counts.refused.set(reason, (counts.refused.get(reason) ?? 0) + 1)
      // A service that is down fails immediately: retrying without a pause would use up the machine's CPU.
      await wait(RETRY_AFTER_MS)
    }
  }
}

test(`after ${STRIKES} blows at random moments every job has ended, nothing was done or charged twice, nothing is left`, async () => {
  const keys = await Promise.all(Array.from({ length: USERS }, (_, index) => makeUser(`user${index}`)))
  const counts: LoadCounts = { jobs: new Set(), transcripts: 0, lost: 0, refused: new Map() }
  const stop = new AbortController()
  const load = keys.map((key) => sendLoad(service, key, counts, stop.signal))
  const faults = allFaults(service, dataDir, hasOwnDisk)
  const struck = new Map<string, number>()
  for (let strikes = 0, tries = 0; strikes < STRIKES && tries < 10 * STRIKES; tries++) {
    await aMoment()
    // On a slow machine the service may have been struck before it took a job each time.
    if (strikes === STRIKES - 1) await expect.poll(() => counts.jobs.size, { timeout: 120_000 }).toBeGreaterThan(0)
    const fault = faults[tries % faults.length]
    const hit = await fault?.strike().catch(() => false)
    await service.revive()
    if (!fault || !hit) continue
    struck.set(fault.name, (struck.get(fault.name) ?? 0) + 1)
    strikes++
  }
  stop.abort()
  await Promise.all(load)
  await expect.poll(() => openJobs(service).catch(() => -1), { timeout: 300_000, interval: 500 }).toBe(0)
  await service.killAndRestart()
  // The service that has just started asks its programs what they are, in folders of their own. Nothing else empties them.
  await expect.poll(() => filesLeft(dataDir), { timeout: 60_000, interval: 500 }).toEqual([])
  const found = await audit(await service.connection(), [dataDir], hearing.asked)
  const reported = {
    struck: Object.fromEntries(struck),
    given: counts.transcripts,
    lost: Object.fromEntries(counts.refused),
  }
  process.stdout.write(`${JSON.stringify({ ...reported, ...found }, null, 2)}\n`)
  expect(found).toMatchObject({
    wrongOpenJobs: [],
    wrongChunks: [],
    wrongPeriods: [],
    wrongCharges: [],
    wrongFiles: [],
  })
  expect(found.done + found.failed).toBeGreaterThanOrEqual(counts.jobs.size)
  expect(found.done).toBeGreaterThan(0)
}, 1_800_000)
