import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { cpuSeconds } from '@/bench/measure/process-usage'
import { clearSingletons } from '@/lib/core/concurrency/singleton'
import { closeDb } from '@/lib/core/db/db'
import { env, setEnv } from '@/lib/core/env'
import type { SignResponse } from '@/lib/uploads/contract'
import { readPostmaster } from '@/server/postgres/read-postmaster'
import { npmCommand } from '@/server/setup/run-tool.mjs'
import { untilWaiting } from '../hold-rows'
import { louderSpeech } from '../louder-speech'
import { askAndStall, openSocket, trickle } from '../overload/raw-client'
import { watchJob } from '../overload/watch-jobs'
import { bearer, preparePollers } from '../prepare-pollers'
import { startSpeechServer } from '../speech/speech-server'
import { storeTestTranscript } from '../store-transcript'
import { clusterOf } from './cluster-of'
import { processesBelow } from './process-tree'
import { readConnection } from './read-connection'
import { type ServiceProcess, startProcess } from './start-process'

/** The wait of a service manager before it kills: Docker and Kubernetes wait ten seconds and more. */
const LIMIT_MS = 10_000

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one()
})

let lastDataDir = ''

async function start(settings: Record<string, string> = {}, entry?: readonly string[]): Promise<ServiceProcess> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-stop-'))
  lastDataDir = dataDir
  undo.push(() => rm(dataDir, { recursive: true, force: true }))
  const service = await startProcess(dataDir, settings, 0, entry ? { entry } : {})
  undo.push(() => service.stop())
  clearSingletons()
  setEnv({ BASE_URL: service.baseUrl, DATABASE_URL: await readConnection(dataDir), VERBATIM_DATA: dataDir })
  undo.push(closeDb)
  return service
}

/** Returns the exit code after SIGTERM, or null when the service does not exit within `LIMIT_MS`. */
function terminate(service: ServiceProcess): Promise<number | null> {
  return Promise.race([service.terminate(), delay(LIMIT_MS, null, { ref: false })])
}

async function startSlowJob(service: ServiceProcess, received: Promise<unknown>): Promise<void> {
  const headers = { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' }
  const post = async <T>(address: string, body: object) => {
    const answer = await fetch(service.baseUrl + address, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await answer.json()) as T
  }
  const target = await post<SignResponse>('/v1/uploads/sign', { filename: 'a.wav', content_type: 'audio/wav' })
  expect((await fetch(target.upload_url, { method: 'PUT', body: await louderSpeech(2) })).status).toBe(200)
  await post('/v1/transcript', { upload: target.object_path })
  await received
}

test('SIGTERM ends the service within ten seconds under load', async () => {
  const speech = await startSpeechServer()
  undo.push(speech.close)
  const service = await start({ SPEECH_ENGINE: 'openai', SPEECH_API_URL: speech.url, RATE_LIMIT_PER_MINUTE: '0' })
  const { baseUrl } = service
  // A job whose engine does not answer.
  await startSlowJob(service, speech.next())
  const [user] = await preparePollers(1)
  if (!user) throw new Error('there is no user')
  const headers = bearer(user)
  const watchers = watchJob(baseUrl, user.jobId, headers, 50)
  undo.push(watchers.leave)
  await watchers.begun
  const lines = Array.from({ length: 9_000 }, (_, at) => `${at} ${'and nobody was at home then '.repeat(10)}`)
  const { libraryItemId } = await storeTestTranscript(user.userId, {
    videoId: 'slowreaders',
    lines,
    totalMs: 36_000_000,
  })
  for (let n = 0; n < 3; n += 1) {
    const reader = await askAndStall(baseUrl, `/v1/me/transcriptions/${libraryItemId}`, headers)
    const sender = await trickle(baseUrl, '/v1/transcript', headers)
    const silent = await openSocket(baseUrl)
    for (const socket of [reader.socket, sender.socket, silent]) undo.push(() => socket.destroy())
  }
  // A request whose statement waits for another client's lock holds a connection to the database for as long.
  const locker = new pg.Client({ connectionString: env().DATABASE_URL })
  // PostgreSQL ends it when it is stopped.
  locker.on('error', () => undefined)
  await locker.connect()
  await locker.query('begin; lock table webhook_endpoint in access exclusive mode')
  const stuck = fetch(`${baseUrl}/v1/me/webhooks`, { headers }).catch(() => null)
  await untilWaiting(1)
  expect(await terminate(service)).toBe(0)
  await stuck
}, 180_000)

test('a service whose output is closed keeps running without spinning and ends on SIGTERM', async () => {
  const service = await start({ LOG_LEVEL: 'debug' })
  service.stopReading()
  for (let n = 0; n < 50; n += 1) {
    expect((await fetch(`${service.baseUrl}/v1/plans`)).status).toBe(200)
    expect((await fetch(`${service.baseUrl}/sign-in`)).status).toBe(200)
  }
  // A spinning process uses the processor without any request.
  const before = (await cpuSeconds(service.pid)).node
  await delay(3_000)
  expect((await cpuSeconds(service.pid)).node - before).toBeLessThan(0.5)
  expect(await terminate(service)).toBe(0)
}, 180_000)

/** Answers, or not. */
async function lives({ baseUrl }: ServiceProcess): Promise<boolean> {
  return fetch(`${baseUrl}/health`).then(
    () => true,
    () => false,
  )
}

/** The arguments by which Node runs `npm start`. */
async function npmStart(): Promise<string[]> {
  const { program, args } = npmCommand()
  const cli = program === process.execPath ? args : [await realpath(path.join(path.dirname(process.execPath), 'npm'))]
  return [...cli, 'start', '--']
}

test('the service that npm started ends with npm, even where npm is killed', async () => {
  const service = await start({}, await npmStart())
  expect(await lives(service)).toBe(true)
  // The process is npm.
  await service.kill()
  await expect.poll(() => lives(service), { timeout: LIMIT_MS }).toBe(false)
}, 180_000)

test('a signal to npm and all below it, as systemd sends it, stops the service cleanly', async () => {
  const service = await start({}, await npmStart())
  const cluster = clusterOf(lastDataDir)
  expect(readPostmaster(cluster)).not.toBeNull()
  const isService = ({ command }: { command: string }) => !command.startsWith('postgres')
  const all = [
    ...processesBelow(service.pid)
      .filter(isService)
      .map(({ pid }) => pid),
    service.pid,
  ]
  for (const pid of all) process.kill(pid, 'SIGTERM')
  await expect.poll(() => lives(service), { timeout: LIMIT_MS }).toBe(false)
  // It ends PostgreSQL last; a service that exits early leaves it running.
  await expect.poll(() => readPostmaster(cluster), { timeout: LIMIT_MS }).toBeNull()
}, 180_000)
