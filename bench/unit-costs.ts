import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { median } from '@/bench/measure/measure-rate'
import { printTable } from '@/bench/measure/print-table'
import { cpuSeconds } from '@/bench/measure/process-usage'
import { benchFolder, removeFolder } from '@/bench/measure/start-bench'
import { loopReading, SEGMENT_SECONDS, spokenLines } from '@/bench/speech/spoken-words'
import { closeDb, pool } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { startRecordingServer } from '@/test/faults/recording-server'
import { youtubePlayer, youtubeSideRoute, youtubeWatchPage } from '@/test/origin/platforms/youtube-player'
import { startOrigin } from '@/test/origin/start-origin'
import { youtubeOrigin } from '@/test/origin/youtube'
import { watchJob } from '@/test/overload/watch-jobs'
import { bearer, type Poller, preparePollers } from '@/test/prepare-pollers'
import { readConnection } from '@/test/process/read-connection'
import { startProcess } from '@/test/process/start-process'

/**
 * The cost of each kind of work: statements and processor time of PostgreSQL and of the service, without what it does anyway,
 * and the bytes that an hour of speech takes in the database. What the capacity plan in docs/scaling.md is reckoned from.
 */
const VIDEO = { hours: 1, count: 10 }
const LONG = { minutes: 10, count: 3 }
const TIMES = 1_000
const READS = 200
const ROUNDS = 2
const IDLE_SECONDS = 10

const { route, play } = youtubeOrigin()
const origin = await startOrigin([youtubeSideRoute, route])
/** A video's captions: an hour that no other has. */
const captionsOf = (seed: number) => {
  const events = spokenLines(VIDEO.hours, seed).map((text, at) => ({
    tStartMs: at * SEGMENT_SECONDS * 1000,
    dDurationMs: SEGMENT_SECONDS * 1000,
    segs: [{ utf8: text }],
  }))
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ events }) }
}
const videoId = (seed: number) => `bench${String(seed).padStart(6, '0')}`
let seeds = 0
play({
  player: (_, { videoId: id }) => youtubePlayer(id),
  watch: youtubeWatchPage,
  captions: () => captionsOf(++seeds),
})

const dataDir = await benchFolder()
const speech = await startRecordingServer()
const settings = {
  EGRESS_PROXY_URL: origin.proxyUrl,
  NODE_EXTRA_CA_CERTS: origin.caFile,
  SSL_CERT_FILE: origin.caFile,
  SPEECH_ENGINE: 'openai',
  SPEECH_API_URL: speech.url,
  RATE_LIMIT_PER_MINUTE: '6000',
  RATE_LIMIT_PUBLIC_PER_MINUTE: '6000',
}

/** Has PostgreSQL count its statements from its next start on. */
async function countStatements(): Promise<void> {
  const first = await startProcess(dataDir, settings)
  setEnv({ DATABASE_URL: await readConnection(dataDir), VERBATIM_DATA: dataDir })
  await pool().query(`alter system set shared_preload_libraries = 'pg_stat_statements'`)
  await pool().query('create extension pg_stat_statements')
  await closeDb()
  await first.stop()
}

await countStatements()
const service = await startProcess(dataDir, settings)
setEnv({ DATABASE_URL: await readConnection(dataDir), BASE_URL: service.baseUrl })
const users = await preparePollers(10)
const userOf = (turn: number) => users[turn % users.length] as Poller

type Spent = { statements: number; postgresSeconds: number; nodeSeconds: number; seconds: number }

async function spentSoFar(): Promise<Spent> {
  const { rows } = await pool().query<{ calls: number }>(
    'select sum(calls)::float8 as calls from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())',
  )
  const { node, postgres } = await cpuSeconds(service.pid)
  const seconds = performance.now() / 1000
  return { statements: rows[0]?.calls ?? 0, postgresSeconds: postgres, nodeSeconds: node, seconds }
}

/** The statements and the time that `work` used. */
async function spentOn(work: () => Promise<unknown>): Promise<Spent> {
  const before = await spentSoFar()
  await work()
  const after = await spentSoFar()
  return {
    // Asking for the count is one of them.
    statements: after.statements - before.statements - 1,
    postgresSeconds: after.postgresSeconds - before.postgresSeconds,
    nodeSeconds: after.nodeSeconds - before.nodeSeconds,
    seconds: after.seconds - before.seconds,
  }
}

async function call(user: Poller, method: string, address: string, body?: unknown): Promise<string> {
  const headers = { ...bearer(user), 'content-type': 'application/json' }
  const init = body === undefined ? {} : { body: body instanceof Uint8Array ? body : JSON.stringify(body) }
  const response = await fetch(new URL(address, service.baseUrl), { method, headers, ...init } as RequestInit)
  const text = await response.text()
  if (!response.ok) throw new Error(`${address} was answered ${response.status}: ${text.slice(0, 300)}`)
  return text
}

const transcriptOf = (seed: number, user = userOf(seed)) =>
  call(user, 'POST', '/v1/transcript', { url: `https://www.youtube.com/watch?v=${videoId(seed)}` })

const short = await readFile('test/fixtures/audio/jfk.wav')
const shortFile = (turn: number) => Buffer.concat([short, Buffer.alloc(2 * (turn + 1))])

async function longFile(turn: number): Promise<Buffer> {
  const file = path.join(dataDir, 'reading.mp3')
  await loopReading(file, LONG.minutes, `reading ${turn}`)
  const content = await readFile(file)
  await rm(file)
  return content
}

async function transcribe(user: Poller, filename: string, content: Buffer): Promise<void> {
  const options = { filename, content_type: filename.endsWith('.mp3') ? 'audio/mpeg' : 'audio/wav' }
  const signed = JSON.parse(await call(user, 'POST', '/v1/uploads/sign', options)) as Record<string, string>
  await call(user, 'PUT', signed.upload_url ?? '', new Uint8Array(content))
  const started = await call(user, 'POST', '/v1/transcript', { upload: signed.object_path })
  const { job_id: jobId } = JSON.parse(started) as { job_id: string }
  const [last] = await watchJob(service.baseUrl, jobId, bearer(user), 1).ended
  if (!last?.includes('"status":"done"')) throw new Error(`the job ended with ${last}`)
}

const times = (count: number, work: (turn: number) => Promise<unknown>) => async () => {
  for (let turn = 0; turn < count; turn++) await work(turn)
}

async function databaseBytes(): Promise<number> {
  await pool().query('vacuum')
  const { rows } = await pool().query<{ bytes: number }>(
    `select sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c
     where c.relkind = 'r' and c.relname in ('media', 'transcript', 'library_item', 'library_item_text')`,
  )
  return rows[0]?.bytes ?? 0
}

try {
  const idle = await spentOn(() => delay(IDLE_SECONDS * 1000))
  const row = async (name: string, count: number, work: (turn: number) => Promise<unknown>) => {
    const rounds: Spent[] = []
    // The first round costs more and is not counted.
    for (let round = 0; round <= ROUNDS; round++)
      rounds.push(await spentOn(times(count, (turn) => work(round * count + turn))))
    const each = (value: (spent: Spent) => number) =>
      median(rounds.slice(1).map((spent) => (value(spent) - (value(idle) / idle.seconds) * spent.seconds) / count))
    const milliseconds = [
      each(({ nodeSeconds }) => nodeSeconds * 1000),
      each(({ postgresSeconds }) => postgresSeconds * 1000),
    ]
    return [name, each(({ statements }) => statements).toFixed(1), ...milliseconds.map((ms) => ms.toFixed(2))]
  }
  const poll = await row('poll of a job', TIMES, (turn) => call(userOf(turn), 'GET', `/v1/jobs/${userOf(turn).jobId}`))
  const empty = await databaseBytes()
  const captions = await row('captions of a video, 1 h, fetched and stored', VIDEO.count, transcriptOf)
  const stored = VIDEO.count * (ROUNDS + 1) * VIDEO.hours
  const kibAnHour = ((await databaseBytes()) - empty) / stored / 1024
  const reading = await row('stored transcript, 1 h', READS, (turn) => transcriptOf(turn % users.length, userOf(turn)))
  const job = await row('recording of 11 s: upload, decode, a speech server, transcript', 10, (turn) =>
    transcribe(userOf(turn), 'a.wav', shortFile(turn)),
  )
  const long = await row(`recording of ${LONG.minutes} min: the same`, LONG.count, async (turn) =>
    transcribe(userOf(turn), 'a.mp3', await longFile(turn)),
  )
  const what = ['one', 'statements', 'service CPU ms', 'PostgreSQL CPU ms']
  printTable(what, [poll, reading, captions, job, long])
  const idleOf = (seconds: number) => `${((seconds / idle.seconds) * 100).toFixed(1)} % of a core`
  console.log(`an hour of speech takes ${kibAnHour.toFixed(0)} KiB in the database, with its indexes and its words`)
  console.log(`with nothing to do: ${(idle.statements / idle.seconds).toFixed(1)} statements a second,`)
  console.log(`${idleOf(idle.nodeSeconds)} for the service and ${idleOf(idle.postgresSeconds)} for PostgreSQL`)
} finally {
  await closeDb()
  await service.stop()
  await origin.close()
  await speech.close()
  await removeFolder(dataDir)
}
