import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import type { JobStarted } from '@/lib/jobs/contract'
import { startPostgres } from '@/server/postgres/start-postgres'
import { audit } from '../faults/audit'
import { makeSound } from '../faults/make-sound'
import { type RecordingServer, startRecordingServer } from '../faults/recording-server'
import type { Route } from '../origin/handle-request'
import { startOrigin } from '../origin/start-origin'
import { freePort } from '../process/free-port'
import { type Front, type FunctionCall, startFront } from './front'
import { type Keys, makeInngest, makeRedis } from './inngest-server'
import { type Member, makeMember } from './member'
import type { Server } from './run-server'

/** Two processes of the built service on one database, behind a proxy, and an Inngest server with its stores. */
export type World = {
  databaseUrl: string
  database: pg.Client
  hearing: RecordingServer
  front: Front
  members: readonly [Member, Member]
  redis: Server
  inngest: () => Server
  keys: Keys
  /** A server that knows nothing in the place of the one there was, which is killed. */
  replaceInngest: () => Promise<void>
  /** Has a recording of so many times eleven seconds transcribed, that no other is like. Returns the job's id. */
  startJob: (turns?: number) => Promise<string>
  /** Has what is at an address transcribed. */
  startJobOn: (audio: string) => Promise<string>
  /** Asks the API, as who started the jobs. */
  get: (path: string) => Promise<Response>
  /** How many jobs have not ended. */
  open: () => Promise<number>
  /** Waits until all jobs have ended, with these failures and no others so far, and nothing is wrong with anything. */
  expectAllWell: (failures?: Record<string, number>) => Promise<void>
  stop: () => Promise<void>
}

type Options = { settings?: Record<string, string>; routes?: readonly Route[] }

const MINUTE_MS = 60_000
/** For what comes within seconds, on a machine that is busy. */
export const SOON = { timeout: 3 * MINUTE_MS, interval: 250 }
/** A job that was left alone is found within minutes, and then has to be done. */
export const JOBS_LIMIT_MS = 20 * MINUTE_MS

async function openDatabases(dataDir: string) {
  const postgres = await startPostgres({ dataDir, durable: false })
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  let made = 0
  /** An empty database's address. */
  const makeDatabase = async () => {
    const name = `inngest_${++made}`
    await admin.query(`create database ${name}`)
    const url = new URL(postgres.url)
    url.pathname = `/${name}`
    url.searchParams.set('sslmode', 'disable')
    return url.href
  }
  const stop = async () => {
    await admin.end()
    await postgres.stop()
  }
  return { url: postgres.url, database: admin, makeDatabase, stop }
}

/** Cleanups at the end, the last one first. */
type Cleanups = (() => unknown)[]

async function undo(cleanups: Cleanups): Promise<void> {
  for (const run of cleanups.splice(0).reverse()) await run()
}

/** A server that begins empty each time that it is made, at the same address. */
async function makeServers(folder: string, keys: Keys, makeDatabase: () => Promise<string>, cleanups: Cleanups) {
  const redis = await makeRedis(path.join(folder, 'redis'))
  cleanups.push(redis.kill)
  await redis.start()
  const port = await freePort()
  let made = 0
  const startInngest = async () => {
    const stores = { postgresUrl: await makeDatabase(), redisUrl: `${redis.url}/${made}` }
    const inngest = await makeInngest(path.join(folder, `inngest-${made++}`), port, keys, stores)
    cleanups.push(inngest.kill)
    await inngest.start()
    return inngest
  }
  return { redis, startInngest }
}

type Ports = readonly [number, number]

async function startMembers(folder: string, ports: Ports, settings: Record<string, string>, cleanups: Cleanups) {
  const make = (port: number) => makeMember(path.join(folder, `member-${port}`), port, settings)
  const members = [make(ports[0]), make(ports[1])] as const
  for (const { dataDir, start, stop } of members) {
    await mkdir(dataDir)
    cleanups.push(stop)
    await start()
  }
  return members
}

async function startParts({ settings = {}, routes = [] }: Options, cleanups: Cleanups) {
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-inngest-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const keys = { eventKey: randomBytes(16).toString('hex'), signingKey: randomBytes(32).toString('hex') }
  const sounds = new Map<string, Uint8Array<ArrayBuffer>>()
  const sound: Route = ({ host, path: target }) => {
    const body = host === 'sound.example' ? sounds.get(target) : undefined
    return body && { headers: { 'content-type': 'audio/wav' }, body }
  }
  const origin = await startOrigin([sound, ...routes])
  cleanups.push(origin.close)
  const hearing = await startRecordingServer()
  cleanups.push(hearing.close)
  const databases = await openDatabases(path.join(folder, 'database'))
  cleanups.push(databases.stop)
  const { redis, startInngest } = await makeServers(folder, keys, databases.makeDatabase, cleanups)
  const inngest = await startInngest()
  const ports = [await freePort(), await freePort()] as const
  const front = await startFront(ports)
  cleanups.push(front.close)
  const settingsOfAll = {
    ...{ BASE_URL: front.url, DATABASE_URL: databases.url, EGRESS_PROXY_URL: origin.proxyUrl },
    ...{ SPEECH_ENGINE: 'openai', SPEECH_API_URL: hearing.url, SPEECH_CONCURRENCY: '2', JOBS_PER_USER: '1000' },
    ...{ INNGEST_EVENT_KEY: keys.eventKey, INNGEST_SIGNING_KEY: keys.signingKey, INNGEST_DEV: '0' },
    ...{ INNGEST_BASE_URL: inngest.url, RATE_LIMIT_PER_MINUTE: '0', VERBATIM_SECRET: randomBytes(32).toString('hex') },
    ...settings,
  }
  const members = await startMembers(folder, ports, settingsOfAll, cleanups)
  return { keys, sounds, hearing, databases, redis, inngest, startInngest, front, members }
}

/** A summary of the functions' calls, for readers of the run. */
function sumUp(calls: readonly FunctionCall[]) {
  const seconds = calls.map(({ beganMs, endedMs }) => ((endedMs ?? Date.now()) - beganMs) / 1000)
  return {
    calls: calls.length,
    notAnswered: calls.filter(({ status }) => status === null).length,
    refused: calls.filter(({ status }) => status !== null && status !== 206).length,
    longestSeconds: Math.round(Math.max(0, ...seconds)),
    largestAnswerBytes: Math.max(0, ...calls.map(({ bytes }) => bytes)),
  }
}

/** Starts every part. Only the processes of the service give the server the address of the functions. */
export async function startWorld(options: Options = {}): Promise<World> {
  const cleanups: Cleanups = []
  const parts = await startParts(options, cleanups).catch(async (error: unknown) => {
    await undo(cleanups)
    throw error
  })
  const { hearing, front, members, redis, keys, sounds, databases } = parts
  let { inngest } = parts
  const headers = { authorization: `Bearer ${members[0].apiKey()}`, 'content-type': 'application/json' }
  const startJobOn = async (audio: string) => {
    const init = { method: 'POST', headers, body: JSON.stringify({ audio }) }
    const response = await fetch(`${front.url}/v1/transcript`, init)
    if (response.status !== 202) throw new Error(`no job: ${response.status} ${await response.text()}`)
    return ((await response.json()) as JobStarted).job_id
  }
  const openJobs = async () => {
    const { rows } = await databases.database.query<{ id: string }>('select id from job where finished_at is null')
    return rows.map(({ id }) => id)
  }
  const dataDirs = members.map(({ dataDir }) => dataDir)
  return {
    ...{ databaseUrl: databases.url, database: databases.database },
    ...{ hearing, front, members, redis, keys, startJobOn },
    inngest: () => inngest,
    get: (target) => fetch(`${front.url}${target}`, { headers }),
    replaceInngest: async () => {
      await inngest.kill()
      inngest = await parts.startInngest()
    },
    startJob: (turns = 3) => {
      const target = `/${sounds.size}.wav`
      sounds.set(target, makeSound(turns).wav)
      return startJobOn(`http://sound.example${target}`)
    },
    open: async () => (await openJobs()).length,
    expectAllWell: async (failures = {}) => {
      await expect.poll(openJobs, { timeout: JOBS_LIMIT_MS, interval: 500 }).toEqual([])
      const look = () => audit(databases.url, dataDirs, hearing.asked)
      const well = { wrongOpenJobs: [], wrongChunks: [], wrongPeriods: [], wrongCharges: [], wrongFiles: [] }
      // A machine that worked on a job which another has ended removes its files within a minute.
      await expect.poll(look, SOON).toMatchObject({ failures, ...well })
    },
    stop: async () => {
      process.stdout.write(`${JSON.stringify(sumUp(front.calls))}\n`)
      await undo(cleanups)
    },
  }
}
