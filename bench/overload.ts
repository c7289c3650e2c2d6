import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { flood } from '@/bench/load/flood'
import { measureLargeTexts } from '@/bench/load/large-texts'
import { measureRate, type Rate } from '@/bench/measure/measure-rate'
import { printTable } from '@/bench/measure/print-table'
import { inMib, residentBytes } from '@/bench/measure/process-usage'
import { startBenchService } from '@/bench/measure/start-bench'
import { pool } from '@/lib/core/db/db'
import { askAndStall, openSocket, trickle } from '@/test/overload/raw-client'
import { watchJob } from '@/test/overload/watch-jobs'
import { bearer, type Poller, preparePollers } from '@/test/prepare-pollers'
import { storeTestTranscript } from '@/test/store-transcript'

/**
 * Overloads the service. First it sends three times as many concurrent requests as there are places. Then ten thousand
 * clients watch a job, and a thousand each read a long transcript slowly, send nothing, or send a body slowly. Other
 * clients are measured during and after the load. Exits with 1 when a response is neither the expected one nor a 503
 * with a time to retry, when /health fails, when other clients wait for slow ones, or when ten thousand watchers use
 * more than 300 MiB.
 */
const MAX_CONNECTIONS = 500
const FLOOD = { atOnce: 3 * MAX_CONNECTIONS, seconds: 10 }
const WATCHERS = Number(process.argv[2] ?? 10_000)
const WAVE = 200
const SLOW = Number(process.argv[3] ?? 1_000)
const TRICKLING = 2 * MAX_CONNECTIONS
const USERS = 200
const POOL = 10
const LEAVING_MS = 5_000
/** The memory of the process may grow by this much for each watcher: 300 MiB for ten thousand. */
const MAX_BYTES_A_WATCHER = (300 * 2 ** 20) / 10_000
/** Watchers stay connected, so the test measures them once settled, not the cost of accepting ten thousand. */
const SETTLE_MS = 60_000
/** The longest wait of a process that shares the processors with this one. */
const MAX_P99_MS = 250

const { service, end } = await startBenchService({
  REQUESTS_AT_ONCE: String(MAX_CONNECTIONS),
  DATABASE_POOL: String(POOL),
  RATE_LIMIT_PER_MINUTE: '6000',
})
const { baseUrl, pid } = service
const users = await preparePollers(USERS)
const polls = users.map((user) => ({ path: `/v1/jobs/${user.jobId}`, headers: bearer(user) }))

function fail(reason: string): void {
  console.error(reason)
  process.exitCode = 1
}

/** Measures another client's requests meanwhile. */
async function pollAwhile(): Promise<Rate> {
  const rate = await measureRate(baseUrl, polls, { connections: 4, seconds: 3 })
  if (rate.failed > 0) fail(`${rate.failed} polls of others failed`)
  if (rate.p99Ms > MAX_P99_MS) fail(`others waited ${rate.p99Ms.toFixed(0)} ms at the 99th percentile`)
  return rate
}

const cells = ({ perSecond, p50Ms, p99Ms }: Rate) => [perSecond.toFixed(0), p50Ms.toFixed(1), p99Ms.toFixed(1)]

async function measureFlood(): Promise<void> {
  const before = await pollAwhile()
  const { answered, shed, wrong, health } = await flood(baseUrl, polls, FLOOD.atOnce, FLOOD.seconds)
  const after = await pollAwhile()
  if (wrong > 0) fail(`${wrong} requests were neither answered nor told when to come again`)
  if (health.failed > 0) fail(`/health failed ${health.failed} times`)
  if (shed.perSecond === 0) fail('nobody was told to come again: it was no flood')
  printTable(
    [`${FLOOD.atOnce} at once, ${MAX_CONNECTIONS} places`, 'a second', 'p50 ms', 'p99 ms'],
    [
      ['polls by 4, before', ...cells(before)],
      ['answered', ...cells(answered)],
      ['told to come again', ...cells(shed)],
      ['/health', ...cells(health)],
      ['polls by 4, after', ...cells(after)],
    ],
  )
}

type Crowd = { leave: () => void }

const socketsOf = (sockets: readonly Socket[]): Crowd => ({
  leave: () => {
    for (const socket of sockets) socket.destroy()
  },
})

/** Watchers connect in waves, each after the one before is connected. */
async function watch(): Promise<Crowd> {
  const crowds: Crowd[] = []
  for (let come = 0; come < WATCHERS; come += WAVE) {
    const user = users[(come / WAVE) % USERS] as Poller
    const wave = watchJob(baseUrl, user.jobId, bearer(user), Math.min(WAVE, WATCHERS - come))
    await wave.begun
    crowds.push(wave)
  }
  return {
    leave: () => {
      for (const crowd of crowds) crowd.leave()
    },
  }
}

async function stall(user: Poller): Promise<Crowd> {
  const lines = Array.from({ length: 9_000 }, (_, at) => `${at} ${'and nobody was at home then '.repeat(2)}`)
  const { libraryItemId } = await storeTestTranscript(user.userId, {
    videoId: 'slowreaders',
    lines,
    totalMs: 36_000_000,
  })
  const sockets: Socket[] = []
  for (let n = 0; n < SLOW / 10; n++) {
    const { socket, status } = await askAndStall(baseUrl, `/v1/me/transcriptions/${libraryItemId}`, bearer(user))
    if (status !== 200) fail(`a slow reader was answered ${status}`)
    sockets.push(socket)
  }
  return socketsOf(sockets)
}

async function keepSilent(): Promise<Crowd> {
  return socketsOf(await Promise.all(Array.from({ length: SLOW }, () => openSocket(baseUrl))))
}

/** Twice as many as there are places. */
async function trickleBodies(user: Poller): Promise<Crowd> {
  const count = TRICKLING
  const all = await Promise.all(Array.from({ length: count }, () => trickle(baseUrl, '/v1/transcript', bearer(user))))
  const others = await pollAwhile()
  console.log(`while ${count} bodies trickle, others have ${others.perSecond.toFixed(0)} answers a second`)
  const answers = await Promise.all(all.map(({ answer }) => answer))
  const late = answers.filter((answer) => answer.startsWith('HTTP/1.1 408 ')).length
  if (late < count) fail(`of ${count} bodies that trickle ${late} were given up`)
  return socketsOf(all.map(({ socket }) => socket))
}

async function connectionsInUse(): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  return rows[0]?.count ?? 0
}

async function measureCrowd(
  name: string,
  count: number,
  gather: () => Promise<Crowd>,
  { maxBytesEach = Number.POSITIVE_INFINITY, settleMs = 0 } = {},
): Promise<string[]> {
  const before = await residentBytes(pid)
  const startedAt = performance.now()
  const crowd = await gather()
  const seconds = (performance.now() - startedAt) / 1000
  const others = await pollAwhile()
  await delay(settleMs)
  const [grown, connections] = [(await residentBytes(pid)) - before, await connectionsInUse()]
  // Connections: the pool, one each for events, progress and locks, and one of this process.
  if (connections > POOL + 4) fail(`${connections} database connections are open`)
  if (grown > count * maxBytesEach) {
    fail(`${count} who ${name} take ${inMib(grown)} MiB (wanted: ${inMib(count * maxBytesEach)})`)
  }
  crowd.leave()
  // Closing thousands of connections keeps this process busy.
  await delay(LEAVING_MS)
  const after = await pollAwhile()
  const each = (grown / count / 1024).toFixed(1)
  return [
    name,
    String(count),
    seconds.toFixed(1),
    inMib(grown),
    each,
    String(connections),
    ...cells(others),
    ...cells(after),
  ]
}

try {
  const [first, second, third] = users as [Poller, Poller, Poller]
  await measureLargeTexts(service, { attacker: third, polls, fail })
  await measureFlood()
  const rows = [
    await measureCrowd('watch a job', WATCHERS, watch, { maxBytesEach: MAX_BYTES_A_WATCHER, settleMs: SETTLE_MS }),
    await measureCrowd('read 10 h hardly at all', SLOW / 10, () => stall(first)),
    await measureCrowd('say nothing', SLOW, keepSilent),
    await measureCrowd('bodies that trickle', TRICKLING, () => trickleBodies(second)),
  ]
  const others = ['polls/s', 'p50 ms', 'p99 ms']
  printTable(
    [
      'clients that',
      'so many',
      'there after s',
      'memory MiB',
      'KiB each',
      'connections',
      ...others,
      'after: polls/s',
      'p50 ms',
      'p99 ms',
    ],
    rows,
  )
} finally {
  await end()
}
