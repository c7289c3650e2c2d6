import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { newId } from '@/lib/platform/ids'
import { startProcess } from '@/test/process/start-process'
import { measureRate, type Rate } from './measure-rate'
import { printTable } from './print-table'

/**
 * The same authenticated `GET /v1/jobs/{id}` through both mounts of the API, in one run: straight on Node's HTTP server,
 * and as a Next route handler. Ends with 1 when the direct mount is not ten times as fast.
 */
const ROUNDS = 3
const LOAD = { connections: 20, seconds: 5 }
const WANTED_RATIO = 10
const ROOT = process.cwd()

/** A job that nobody works on, of the local account. */
async function makeJob(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const [mediaId, jobId] = [newId(), newId()]
  await client.query(`insert into media (id, platform, video_id, url) values ($1, 'podcast', $2, 'http://a.example/a')`, [mediaId, mediaId])
  await client.query(
    `insert into job (id, media_id, requested_lang, status, stage, progress) values ($1, $2, 'en', 'in_progress', 'transcribing', 0.5)`,
    [jobId, mediaId],
  )
  await client.query(
    `insert into job_caller (job_id, user_id, entry_id, format) select $1, id, $2, 'json' from users where is_local`,
    [jobId, newId()],
  )
  await client.end()
  return jobId
}

/** Next by itself, with its route handlers, on the same database. */
async function startNext(databaseUrl: string, dataDir: string): Promise<{ url: string; stop: () => void }> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  const next = path.join(ROOT, 'node_modules/next/dist/bin/next')
  const env = { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl, VERBATIM_DATA: dataDir, VERBATIM_SECRET: 'bench' } as const
  const child = spawn(process.execPath, [next, 'start', '-p', String(port), '-H', '127.0.0.1'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += chunk
    if (printed.includes('Ready')) break
  }
  if (!printed.includes('Ready')) throw new Error(`Next did not start: ${printed}`)
  child.stdout.resume()
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}

function row(mount: string, rate: Rate): string[] {
  return [mount, Math.round(rate.perSecond).toString(), rate.p50Ms.toFixed(1), rate.p99Ms.toFixed(1), String(rate.failed)]
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-bench-'))
const service = await startProcess(dataDir)
const { url: databaseUrl } = JSON.parse(await readFile(path.join(dataDir, 'postgres', 'connection'), 'utf8')) as { url: string }
const nextMount = await startNext(databaseUrl, dataDir)
try {
  const target = `/v1/jobs/${await makeJob(databaseUrl)}`
  const headers = { authorization: `Bearer ${service.apiKey}` }
  const lines: string[][] = []
  const ratios: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const direct = await measureRate(service.baseUrl, target, { headers, ...LOAD })
    const viaNext = await measureRate(nextMount.url, target, { headers, ...LOAD })
    ratios.push(direct.perSecond / viaNext.perSecond)
    lines.push(row(`direct, round ${round}`, direct), row(`Next, round ${round}`, viaNext))
    if (direct.failed + viaNext.failed > 0) process.exitCode = 1
  }
  printTable(['mount', 'requests/s', 'p50 ms', 'p99 ms', 'failed'], lines)
  const median = ratios.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
  console.log(`direct / Next: ${median.toFixed(1)} in the median round (wanted: ${WANTED_RATIO})`)
  if (median < WANTED_RATIO) process.exitCode = 1
} finally {
  nextMount.stop()
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
}
