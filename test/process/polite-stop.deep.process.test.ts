import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Job, JobStarted } from '@/lib/jobs/contract'
import { startRecordingServer } from '../faults/recording-server'
import { platformRoutes } from '../origin/platforms/platform-routes'
import { TIKTOK } from '../origin/platforms/tiktok'
import { type Origin, startOrigin } from '../origin/start-origin'
import { makeJobClient } from './job-client'
import { environmentOf, processesBelow, type RunningProcess, stopAll } from './process-tree'
import { type ServiceProcess, startProcess } from './start-process'

const run = promisify(execFile)
const TURNS = 100
const SECONDS = TURNS * 11
const LONG = { timeout: 60_000, interval: 5 }
/** Where the stand-ins lie that hang while their file is there, and then do what the real program does. */
const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-stop-'))
const bin = path.join(dataDir, 'bin')
const hang = (program: string) => path.join(bin, `${program}-hangs`)
const hearing = await startRecordingServer()
const SECRETS = { SPEECH_API_KEY: 'sk-secret-of-the-engine', METRICS_TOKEN: 'secret-token-of-the-metrics-1234567890' }

let origin: Origin
let service: ServiceProcess
let key = ''
let longSound: Uint8Array<ArrayBuffer>
let holdDownload = true

function settings(): Record<string, string> {
  return {
    PATH: `${bin}${path.delimiter}${process.env.PATH}`,
    SPEECH_ENGINE: 'openai',
    SPEECH_API_URL: hearing.url,
    EGRESS_PROXY_URL: origin.proxyUrl,
    NODE_EXTRA_CA_CERTS: origin.caFile,
    SSL_CERT_FILE: origin.caFile,
    ...SECRETS,
  }
}

async function standIn(program: string): Promise<void> {
  const real = (await run('which', [program])).stdout.trim()
  const script = `#!/bin/sh\nwhile [ -e "${hang(program)}" ]; do sleep 0.1; done\nexec "${real}" "$@"\n`
  await writeFile(path.join(bin, program), script, { mode: 0o755 })
}

beforeAll(async () => {
  await mkdir(bin, { recursive: true })
  await standIn('ffprobe')
  await standIn('ffmpeg')
  const held = () => new Promise<never>(() => undefined)
  origin = await startOrigin([
    ({ host }) => (holdDownload && host.startsWith('v16-webapp-prime') ? held() : undefined),
    ...platformRoutes,
  ])
  const loop = ['-stream_loop', String(TURNS - 1), '-i', 'test/fixtures/audio/jfk.wav']
  const file = path.join(bin, 'long.flac')
  await run('ffmpeg', ['-v', 'error', ...loop, '-ac', '2', '-ar', '48000', '-c:a', 'flac', file])
  longSound = new Uint8Array(await readFile(file))
  service = await startProcess(dataDir, settings())
  key = service.apiKey ?? ''
}, 300_000)

afterEach(async () => {
  for (const program of ['ffprobe', 'ffmpeg']) await rm(hang(program), { force: true })
})

afterAll(async () => {
  await service.stop()
  await hearing.close()
  await origin.close()
  await rm(dataDir, { recursive: true, force: true })
})

const { call, startJob, ended } = makeJobClient(
  () => service,
  () => key,
)
const startUpload = (bytes: Uint8Array<ArrayBuffer>) => startJob('long.flac', 'audio/flac', bytes)

/** A program that the service runs, once it does. */
async function running(command: string): Promise<RunningProcess> {
  let found: RunningProcess | undefined
  const look = () => {
    found = processesBelow(service.pid).find((one) => one.command === command)
    return found !== undefined
  }
  await expect.poll(look, LONG).toBe(true)
  return found as RunningProcess
}

/** ffmpeg stopped in the middle of decoding a job's sound, after that of its beginning. */
async function decoding(jobId: string): Promise<RunningProcess> {
  const folder = path.join(dataDir, 'work', jobId)
  const written = async () => {
    const files = await readdir(folder).catch(() => [])
    const part = files.find((name) => /^audio\.pcm.*\.part$/.test(name))
    const found = part === undefined ? null : await stat(path.join(folder, part)).catch(() => null)
    return found !== null && found.size > 0
  }
  await expect.poll(written, LONG).toBe(true)
  const ffmpeg = await running('ffmpeg')
  process.kill(ffmpeg.pid, 'SIGSTOP')
  return ffmpeg
}

async function stopAndStartAgain(): Promise<void> {
  await stopAll(service.pid, dataDir)
  expect(await service.stop()).toBe(0)
  service = await startProcess(dataDir, settings())
}

function expectWhole(job: Job, seconds: number): void {
  expect(job).toMatchObject({ status: 'done', error: null, transcript: { complete: true, duration_seconds: seconds } })
  expect(job.transcript?.segments?.length).toBeGreaterThan(0)
  // The last chunk begins less than half a minute before the end.
  expect(job.transcript?.segments?.at(-1)?.start).toBeGreaterThan(seconds - 30)
}

describe.runIf(process.platform === 'linux')('a stop of the whole process group', () => {
  test('while ffmpeg decodes loses no second of the text', async () => {
    const jobId = await startUpload(longSound)
    const ffmpeg = await decoding(jobId)
    expect(Object.values(SECRETS).filter((secret) => environmentOf(ffmpeg.pid).includes(secret))).toEqual([])
    await stopAndStartAgain()
    expectWhole(await ended(jobId), SECONDS)
  }, 300_000)

  test('that reaches ffmpeg alone loses no second of the text either', async () => {
    const jobId = await startUpload(longSound.slice())
    const { pid } = await decoding(jobId)
    process.kill(pid, 'SIGTERM')
    process.kill(pid, 'SIGCONT')
    expectWhole(await ended(jobId), SECONDS)
  }, 300_000)

  test('that reaches ffmpeg before it decodes the beginning loses no second of the text', async () => {
    await writeFile(hang('ffmpeg'), '')
    const jobId = await startUpload(longSound.slice())
    const { pid } = await running('ffmpeg')
    await rm(hang('ffmpeg'))
    process.kill(pid, 'SIGTERM')
    expectWhole(await ended(jobId), SECONDS)
  }, 300_000)

  test('while ffprobe looks at a file does not take the file for damaged', async () => {
    await writeFile(hang('ffprobe'), '')
    const jobId = await startUpload(new Uint8Array(await readFile('test/fixtures/audio/jfk.wav')))
    await running('ffprobe')
    const stopping = stopAndStartAgain()
    await rm(hang('ffprobe'))
    await stopping
    expectWhole(await ended(jobId), 11)
  }, 300_000)

  test('while yt-dlp downloads is no verdict on the link', async () => {
    const url = `https://www.tiktok.com/@_/video/${TIKTOK.silent}`
    const { job_id: jobId } = await call<JobStarted>('POST', '/v1/transcript', { url })
    const isDownloading = () => origin.requests.some(({ url: asked }) => asked.includes('v16-webapp-prime'))
    await expect.poll(isDownloading, LONG).toBe(true)
    const ytDlp = processesBelow(service.pid).find(({ command }) => /python|yt-dlp/.test(command))
    expect(Object.values(SECRETS).filter((one) => environmentOf(ytDlp?.pid ?? 0).includes(one))).toEqual([])
    const stopping = stopAndStartAgain()
    holdDownload = false
    await stopping
    expectWhole(await ended(jobId), 11)
  }, 300_000)

  test('leaves no program, no record of one and no work file behind', async () => {
    expect(processesBelow(service.pid).filter(({ command }) => /^ff|python|yt-dlp/.test(command))).toEqual([])
    expect(await readdir(path.join(dataDir, 'programs'))).toEqual([])
    await expect.poll(() => readdir(path.join(dataDir, 'work'))).toEqual([])
  })
})
