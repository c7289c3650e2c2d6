import { setTimeout as delay } from 'node:timers/promises'
import { saveFigures, startTraffic } from '@/bench/load/load-traffic'
import { median } from '@/bench/measure/measure-rate'
import { printTable } from '@/bench/measure/print-table'
import { cpuSeconds, inMib, type Memory, memoryOf } from '@/bench/measure/process-usage'
import { startBenchService } from '@/bench/measure/start-bench'
import { pool } from '@/lib/core/db/db'
import { startRecordingServer } from '@/test/faults/recording-server'
import { type Poller, preparePollers } from '@/test/prepare-pollers'
import { storeTestTranscript } from '@/test/store-transcript'

/**
 * A mixed load at a fixed rate, whatever the service makes of it, by users whose calls are counted: polls of jobs, stored
 * transcripts of ten minutes, new caption files, new recordings that become jobs. Ends with 1 when a request or a job
 * fails, or memory still grows: what the service takes in the last third of the time, beside the middle third. In the first the
 * heap grows to the size it then has. Ends with 1, too, when the service takes more than it should a minute and a half after the load.
 *
 *     npm run bench -- load SECONDS REQUESTS_A_SECOND
 */
const SECONDS = Number(process.argv[2] ?? 600)
const RATE = Number(process.argv[3] ?? 500)
const STRETCH_SECONDS = SECONDS >= 120 ? 60 : 10
const MAX_GROWTH = 1.1
/** The memory of an idle service after the load, beside that before. */
const MAX_LEFT = 1.5
const IDLE_MS = 90_000
const JOBS_LIMIT_MS = 60_000

const USERS = 100
const LINES = Array.from({ length: 150 }, (_, at) => `${at} and so it came about that nobody was at home then`)
const VIDEO = 'benchloadaa'

/** How many of a hundred turns; a file takes three requests, and the rest are polls. */
const TURNS = { stored: 25, captions: 2 }
const RECORDINGS_PER_SECOND = 1

const speech = await startRecordingServer()
const { service, end } = await startBenchService({
  SPEECH_ENGINE: 'openai',
  SPEECH_API_URL: speech.url,
  RATE_LIMIT_PER_MINUTE: '6000',
  RATE_LIMIT_PUBLIC_PER_MINUTE: '6000',
})
const figures = saveFigures(STRETCH_SECONDS)
const traffic = startTraffic(service.baseUrl, figures.add)
const users = await preparePollers(USERS)
const memory: Memory[][] = []

function takeTurn(turn: number): Promise<unknown> {
  const user = users[turn % USERS] as Poller
  const share = Math.floor(turn / USERS + turn) % 100
  if (share < TURNS.stored) return traffic.read(user, `https://www.youtube.com/watch?v=${VIDEO}`)
  if (share < TURNS.stored + TURNS.captions) return traffic.sendCaptions(user, turn)
  return traffic.poll(user)
}

async function sampleMemory(startedAt: number): Promise<void> {
  const stretch = Math.floor((performance.now() - startedAt) / 1000 / STRETCH_SECONDS)
  const sample = await memoryOf(service.pid)
  memory[stretch] ??= []
  memory[stretch].push(sample)
}

/** Has each thing done some times, so that what is loaded and compiled on demand is there before the load as it is after it. */
async function warmUp(): Promise<void> {
  const others = startTraffic(service.baseUrl, () => undefined)
  for (const [turn, user] of users.entries()) {
    await Promise.all([
      others.read(user, `https://www.youtube.com/watch?v=${VIDEO}`),
      others.sendCaptions(user, turn + 1),
      others.poll(user),
      turn < 5 ? others.sendRecording(user, turn + 1) : null,
    ])
  }
  await others.close()
}

/** How many requests a turn takes on average. */
const REQUESTS_A_TURN = 1 + (2 * TURNS.captions) / 100 + (3 * RECORDINGS_PER_SECOND) / RATE

async function load(): Promise<number> {
  const startedAt = performance.now()
  const turnsASecond = Math.ceil(RATE / REQUESTS_A_TURN)
  const under = new Set<Promise<unknown>>()
  const begin = (work: Promise<unknown>) => {
    under.add(work)
    void work.finally(() => under.delete(work))
  }
  for (let turn = 0; turn < SECONDS * turnsASecond; turn++) {
    const dueMs = (turn / turnsASecond) * 1000 - (performance.now() - startedAt)
    if (dueMs > 1) await delay(dueMs)
    begin(takeTurn(turn))
    if (turn % turnsASecond >= RECORDINGS_PER_SECOND) continue
    begin(traffic.sendRecording(users[turn % USERS] as Poller, turn))
    begin(sampleMemory(startedAt))
  }
  await Promise.all(under)
  return (performance.now() - startedAt) / 1000
}

/** The outcome of the jobs on recordings, after all have ended or too much time has passed. */
async function outcome(): Promise<{ done: number; failed: number; left: number }> {
  const deadline = performance.now() + JOBS_LIMIT_MS
  for (;;) {
    const { rows } = await pool().query<{ done: number; failed: number; left: number }>(
      `select count(*) filter (where status = 'done')::int as done,
              count(*) filter (where status = 'error')::int as failed,
              count(*) filter (where finished_at is null)::int as left
       from job j join media m on m.id = j.media_id where m.platform = 'upload'`,
    )
    const [counts] = rows
    if (counts && (counts.left === 0 || performance.now() > deadline)) return counts
    await delay(500)
  }
}

try {
  for (const { userId } of users) await storeTestTranscript(userId, { videoId: VIDEO, lines: LINES, totalMs: 600_000 })
  await warmUp()
  await delay(IDLE_MS)
  const atRest = await memoryOf(service.pid)
  const before = await cpuSeconds(service.pid)
  const seconds = await load()
  const after = await cpuSeconds(service.pid)
  const jobs = await outcome()
  const of = (part: 'node' | 'postgres') =>
    Array.from(memory, (samples = []) => median(samples.map((sample) => sample[part])))
  printTable(['request', 'answered', 'p50 ms', 'p95 ms', 'p99 ms', 'failed'], figures.kinds())
  const [node, postgres] = [of('node'), of('postgres')]
  const mib = (bytes: number | undefined) => (bytes ? inMib(bytes) : '–')
  printTable(
    ['from', 'answered', 'p50 ms', 'p95 ms', 'p99 ms', 'Node MiB', 'PostgreSQL MiB'],
    figures.stretches().map((row, at) => [...row, mib(node[at]), mib(postgres[at])]),
  )
  const whole = node.slice(0, Math.floor(SECONDS / STRETCH_SECONDS))
  const third = Math.max(1, Math.floor(whole.length / 3))
  const growth = median(whole.slice(-third)) / median(whole.slice(-2 * third, -third))
  const perSecond = figures.answered() / seconds
  console.log(`${perSecond.toFixed(0)} requests a second for ${seconds.toFixed(0)} s, ${figures.failed()} failed`)
  const cores = (['node', 'postgres'] as const).map((part) => ((after[part] - before[part]) / seconds).toFixed(2))
  console.log(`processors in use: ${cores[0]} by the service and the programs it runs, ${cores[1]} by PostgreSQL`)
  console.log(`jobs on recordings: ${jobs.done} done, ${jobs.failed} failed, ${jobs.left} not ended`)
  console.log(
    `memory of the service in the last third: ${growth.toFixed(2)} times that in the second (wanted: ${MAX_GROWTH})`,
  )
  await delay(IDLE_MS)
  const left = (await memoryOf(service.pid)).node / atRest.node
  console.log(
    `memory of the service ${IDLE_MS / 1000} s after the load: ${left.toFixed(2)} times the ${inMib(atRest.node)} MiB before (wanted: ${MAX_LEFT})`,
  )
  const isLost = figures.failed() + jobs.failed + jobs.left > 0
  if (isLost || growth > MAX_GROWTH || left > MAX_LEFT || perSecond < RATE * 0.99) process.exitCode = 1
} finally {
  await end()
  await traffic.close()
  await speech.close()
}
