import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startOrigin } from '../origin/start-origin'
import { startProcess } from './start-process'

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-doctor-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs `npm run -s doctor` with these arguments on a data folder. */
async function doctor(dataDir: string, args: readonly string[], settings: Record<string, string> = {}) {
  const { BASE_URL: _, DATABASE_URL: __, ...inherited } = process.env
  const child = spawn(process.execPath, ['server/setup/operators/run.mjs', 'doctor', ...args], {
    env: { ...inherited, NODE_ENV: 'production', VERBATIM_DATA: dataDir, LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    printed.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    printed.err += chunk
  })
  await once(child, 'close')
  return { ...printed, code: child.exitCode }
}

const KEPT = {
  kept_at: '2026-11-22T12:00:00.000Z',
  version: '0.1.0',
  platform: 'x',
  extractor: 'yt-dlp',
  reason: null,
  host: 'x.com',
  path: '/i',
  status: 200,
  content_type: null,
  body_bytes: 3,
  body: 'new',
}
const NAME = '20261122T120000000Z-x-0a1b2c3d.json'

async function keepAnswer(dataDir: string): Promise<void> {
  await mkdir(path.join(dataDir, 'not-understood'), { recursive: true })
  await writeFile(path.join(dataDir, 'not-understood', NAME), JSON.stringify(KEPT))
}

test('without a service the machine is checked, in words and in JSON, and answers are listed and exported', async () => {
  const dataDir = path.join(folder, 'stopped')
  await mkdir(dataDir)
  await keepAnswer(dataDir)
  const checked = await doctor(dataDir, ['--json'])
  const { checks } = JSON.parse(checked.out) as { checks: { name: string; status: string }[] }
  expect(checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['settings', 'node', 'ffmpeg', 'disk', 'database']),
  )
  expect(checked.code).toBe(checks.some(({ status }) => status === 'failed') ? 1 : 0)
  expect((await doctor(dataDir, [])).out).toContain(`Node.js ${process.version}`)
  expect((await doctor(dataDir, ['--last-failures'])).out).toMatch(/x +yt-dlp +x\.com\/i +200/)
  const exported = await doctor(dataDir, ['--export', path.join(folder, 'out')])
  expect([exported.code, await readdir(path.join(folder, 'out'))]).toEqual([0, [NAME]])
  expect(JSON.parse(await readFile(path.join(folder, 'out', NAME), 'utf8'))).toEqual(KEPT)
})

test('wrong settings, wrong options and no way out are said, with an exit code', async () => {
  const dataDir = path.join(folder, 'wrong')
  const wrong = await doctor(dataDir, [], { PORT: 'many' })
  expect([wrong.code, wrong.out]).toEqual([1, expect.stringMatching(/^FAILED +settings +.*PORT/)])
  expect((await doctor(dataDir, ['--lively'])).code).toBe(2)
  const gone = await startOrigin([])
  await gone.close()
  const live = await doctor(dataDir, ['--live'], { EGRESS_PROXY_URL: gone.proxyUrl })
  expect([live.code, live.out]).toEqual([1, expect.stringContaining('No platform was checked.')])
})

test('while a service runs the command line asks it, and ends with 1 when a platform has failed', async () => {
  const dataDir = path.join(folder, 'served')
  const origin = await startOrigin([() => ({ status: 429, body: 'no' })])
  const settings = {
    EGRESS_PROXY_URL: origin.proxyUrl,
    NODE_EXTRA_CA_CERTS: origin.caFile,
    SSL_CERT_FILE: origin.caFile,
  }
  const service = await startProcess(dataDir, settings)
  try {
    await keepAnswer(dataDir)
    const probes = path.join(folder, 'probes.json')
    const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
    await writeFile(probes, JSON.stringify([{ platform: 'youtube', url }]))
    const live = await doctor(dataDir, ['--probes', probes, '--json'])
    expect(JSON.parse(live.out)).toMatchObject({
      checks: expect.arrayContaining([expect.objectContaining({ name: 'database', status: 'ok' })]),
      live: { platforms: [{ platform: 'youtube', captions: { code: 'upstream_blocked' } }] },
    })
    expect(live.code).toBe(1)
    expect((await doctor(dataDir, ['--export', path.join(folder, 'asked')])).code).toBe(0)
    expect(JSON.parse(await readFile(path.join(folder, 'asked', NAME), 'utf8'))).toMatchObject({ body: 'new' })
  } finally {
    await service.stop()
    await origin.close()
  }
})
