import { createHash } from 'node:crypto'
import pg from 'pg'
import { fillTables, idOf, OWN_EVERY, OWN_ROWS, RUNNING } from '@/bench/load/fill-tables'
import { percentile } from '@/bench/measure/measure-rate'
import { printTable } from '@/bench/measure/print-table'
import { startBenchDatabase } from '@/bench/measure/start-bench'
import { createUser } from '@/lib/accounts/create-user'
import { findUserByKey, recordKeyUse } from '@/lib/accounts/credential-table'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import { findUnindexed } from '@/lib/archive/transcripts/transcript-table'
import type { Actor } from '@/lib/core/actor'
import { closeDb, db, pool } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import { checkRateLimits, purgeExpiredRateLimits } from '@/lib/core/rate-limit/rate-limit-table'
import { takeEvent } from '@/lib/durable/tables/event-table'
import { countDue, readState, readUnsentEvents, reportState } from '@/lib/durable/tables/executor-state'
import { findDueItem } from '@/lib/durable/tables/find-due-item'
import { insertDiscovery } from '@/lib/durable/tables/item-table'
import { purgeExpiredRuns } from '@/lib/durable/tables/purge-expired-runs'
import { insertRun } from '@/lib/durable/tables/run-table'
import { listSteps, saveStep } from '@/lib/durable/tables/step-table'
import type { Tx } from '@/lib/durable/tables/transaction'
import { findLostRuns } from '@/lib/durable/tables/work-table'
import { countRunningJobs } from '@/lib/health/health-queries'
import { claimKey, purgeExpiredIdempotencyKeys } from '@/lib/http/idempotency/idempotency-table'
import { reportChunkProgress } from '@/lib/jobs/chunks/chunk-table'
import { purgeChunks, purgeJobs } from '@/lib/jobs/end/ended-job-table'
import { loadRunningJob, lockRunningJob, reportProgress } from '@/lib/jobs/job-table'
import { endLateJobs } from '@/lib/jobs/runs/recover-jobs'
import { renewJob } from '@/lib/jobs/runs/worker-table'
import { pollJob, pollJobs } from '@/lib/jobs/watch/poll-job-table'
import { findPage } from '@/lib/library/queries/find-page'
import { inSnapshot, loadLibraryItems } from '@/lib/library/queries/load-library-items'
import { countLibraryItems, mergeTallyChanges } from '@/lib/library/queries/tally-table'
import { findDeliveredTranscript } from '@/lib/transcripts/deliver/delivered-transcript-table'
import { findStored } from '@/lib/transcripts/deliver/find-stored'
import { lockPeriod } from '@/lib/usage/usage-table'

/**
 * The most frequent statements of requests, of the executor, of jobs and of health, by the functions that send them, and purges with
 * nothing to purge, on tables of so many transcripts and jobs. Ends with 1 when the 95th percentile of one is more than twice as long and a millisecond at the
 * last size as at the first, or that of a purge more than half a second. The arguments are the sizes, in order.
 */
const given = process.argv.slice(2).map(Number)
const SIZES = given.length > 0 ? given : [10_000, 100_000, 1_000_000]
const TIMES = 100
const ROUNDS = 3
const PURGES = 20
const MAY_GROW = 2
const MAY_GROW_MS = 1
/** A purge runs every hour or minute, and reads what a window of time has. */
const PURGE_MS = 500
const UPDATES = 300
const HOT_TABLES = ['job', 'work', 'durable_executor', 'rate_limit', 'api_key', 'usage_period', 'library_item'] as const

const database = await startBenchDatabase({ durable: false })
const client = new pg.Client({ connectionString: database.url })
await client.connect()

const { userId } = await createUser({ email: 'bench@verbatim.test', tier: 'pro' })
const actor: Actor = { kind: 'api_key', userId, tier: 'pro' }
const keyHash = createHash('md5').update(idOf(1)).digest()
const workerId = newId()
const functions = new Map([['verbatim-transcribe-recording', {}]]) as unknown as Parameters<
  typeof findDueItem
>[0]['functions']
const monthStart = new Date(`${new Date().toISOString().slice(0, 7)}-01T00:00:00Z`)

/** The number of a row of the measured user that has ended, another one for each turn. */
const own = (turn: number) => OWN_EVERY * (10 + ((turn * 37) % (OWN_ROWS - 10)))
const running = (turn: number) => 1 + (turn % RUNNING)
const youtube = (i: number): MediaRef => ({
  platform: 'youtube',
  videoId: `video${i}`,
  accessKey: '',
  url: `https://media.example/${i}`,
  openUrl: `https://media.example/${i}`,
  ownerId: null,
  title: null,
})

/** Runs work in a transaction that is not committed. */
async function undone(work: (tx: Tx) => Promise<unknown>): Promise<void> {
  const tx = await pool().connect()
  await tx.query('begin')
  await work(tx)
  await tx.query('rollback')
  tx.release()
}

const page = {
  platform: null,
  state: null,
  q: null,
  tag: null,
  lang: null,
  source: null,
  created_after: null,
  created_before: null,
}
const first = { ...page, sort: 'created_at', order: 'desc', limit: 20, offset: 0 } as Parameters<typeof findPage>[3]

type Statement = (turn: number, size: number) => Promise<unknown>

const OFTEN: Readonly<Record<string, Statement>> = {
  'request: user of a key': () => findUserByKey(keyHash),
  'request: rate limit': (turn) => checkRateLimits({ name: 'bench', quota: 1e6, windowSeconds: 60 }, [`key${turn}`]),
  'request: claim of an idempotency key': () => claimKey({ userId, key: newId(), requestHash: keyHash }),
  'request: poll of a job': (turn) => pollJob(idOf(own(turn)), userId),
  'request: jobs of a user': () => pollJobs(userId, { before: null, status: null, limit: 20 }),
  'request: transcript had before': (turn) => findDeliveredTranscript(actor, youtube(own(turn)), 'en'),
  'request: transcript of another': (turn, size) =>
    findStored(youtube(RUNNING + 1 + ((turn * 104_729) % (size - RUNNING))), {
      requestedLang: 'en',
      strict: false,
    } as never),
  'request: counts of a library': () => countLibraryItems(client, userId),
  'request: page of a library': () =>
    inSnapshot(async (snapshot) => findPage(snapshot, userId, await countLibraryItems(snapshot, userId), first)),
  'request: items of a page': (turn) =>
    loadLibraryItems(
      client,
      userId,
      Array.from({ length: 20 }, (_, at) => idOf(own(turn * 20 + at))),
    ),
  'request: lock of a period': () => db().$transaction((tx) => lockPeriod(tx, userId, monthStart)),
  'request: running job of a recording': (turn) => db().$transaction((tx) => lockRunningJob(tx, `key${running(turn)}`)),
  'executor: next event': () => undone((tx) => takeEvent(tx, [])),
  'executor: next item': () => findDueItem({ pool: pool(), functions }, []),
  'executor: begin of a run': (turn) =>
    undone((tx) =>
      insertRun(tx, {
        id: `new${turn}`,
        functionId: 'verbatim-transcribe-recording',
        event: { id: newId(), name: 'job/requested', data: {}, ts: 0 },
        idempotencyKey: newId(),
        concurrency: [],
        priority: 0,
        parent: null,
      }),
    ),
  'executor: steps of a run': (turn) => listSteps(pool(), `run${running(turn)}`),
  'executor: step and next call': (turn) =>
    undone(async (tx) => {
      await saveStep(tx, `run${running(turn)}`, `step of ${turn}`, { data: null })
      await insertDiscovery(tx, `run${running(turn)}`, false)
    }),
  'executor: its state': () => reportState(pool(), { epoch: 1, runningIds: [], doneAt: new Date() }),
  'job: for a step': (turn) => loadRunningJob(idOf(running(turn))),
  'job: hold of a worker': (turn) => renewJob({ jobId: idOf(running(turn)), run: idOf(running(turn)) }, workerId),
  'job: progress': (turn) => reportProgress(db(), idOf(running(turn)), 'transcribing', turn / UPDATES),
  'job: progress by its chunks': (turn) => reportChunkProgress(idOf(running(turn)), null),
  'health: state of the executor': () => readState(pool()),
  'health: running jobs': () => countRunningJobs(),
  'health: what is due': () => countDue(pool()),
  'health: events not taken': () => readUnsentEvents(pool()),
}

const PURGE: Readonly<Record<string, Statement>> = {
  'lost runs': () =>
    findLostRuns({ kind: 'job', functionId: 'transcribe-recording', slackSeconds: 300, hasRunsHere: true }),
  'jobs of more than a day': () => endLateJobs(),
  'changes of counts': () => mergeTallyChanges(),
  'texts without words': () => findUnindexed(100),
  'runs and events': () => purgeExpiredRuns(pool(), 7),
  'rate limits': () => purgeExpiredRateLimits(),
  'idempotency keys': () => purgeExpiredIdempotencyKeys(),
  chunks: () => purgeChunks(),
  jobs: () => purgeJobs(),
}

async function p95(statement: Statement, size: number, times: number): Promise<number> {
  const spent: number[] = []
  for (let turn = -10; turn < times; turn++) {
    const startedAt = performance.now()
    await statement(Math.abs(turn), size)
    if (turn >= 0) spent.push(performance.now() - startedAt)
  }
  return percentile(
    spent.sort((a, b) => a - b),
    0.95,
  )
}

/** The smallest 95th percentile of each statement in some rounds through all of them: the machine does other things as well. */
async function measure(
  statements: Readonly<Record<string, Statement>>,
  size: number,
  times: number,
): Promise<number[]> {
  const all = Object.values(statements)
  const smallest = all.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, statement] of all.entries())
      smallest[at] = Math.min(smallest[at] ?? 0, await p95(statement, size, times))
  return smallest
}

/** The updates of each table and how many of them left its indexes as they were, since `before`. */
async function readUpdates(): Promise<Map<string, { updates: number; hot: number; pages: string }>> {
  await client.query('select pg_stat_force_next_flush(), pg_stat_clear_snapshot()')
  const { rows } = await client.query<{ name: string; updates: number; hot: number; pages: string }>(
    `select relname as name, n_tup_upd::int as updates, n_tup_hot_upd::int as hot,
            pg_size_pretty(pg_table_size(relid)) || ' + ' || pg_size_pretty(pg_indexes_size(relid)) as pages
     from pg_stat_user_tables`,
  )
  return new Map(rows.map(({ name, ...counts }) => [name, counts]))
}

async function update(): Promise<void> {
  for (let turn = 0; turn < UPDATES; turn++) {
    const at = running(turn)
    await reportProgress(db(), idOf(at), 'transcribing', turn / UPDATES)
    await renewJob({ jobId: idOf(at), run: idOf(at) }, workerId)
    await reportState(pool(), { epoch: 1, runningIds: [], doneAt: new Date() })
    await checkRateLimits({ name: 'bench', quota: 1e6, windowSeconds: 60 }, ['hot'])
    await recordKeyUse(keyHash)
    await db().usagePeriod.updateMany({
      where: { userId, periodStart: monthStart },
      data: { usedSeconds: { increment: 1 } },
    })
    await db().libraryItem.updateMany({ where: { id: idOf(own(turn)) }, data: { customTitle: `Title ${turn}` } })
  }
}

try {
  await client.query(`alter system set max_wal_size = '8GB'`)
  await client.query('select pg_reload_conf()')
  await client.query('insert into durable_executor (id, epoch) values (1, 1) on conflict do nothing')
  const often: number[][] = []
  const purges: number[][] = []
  for (const [at, size] of SIZES.entries()) {
    const startedAt = performance.now()
    await fillTables(client, { from: (SIZES[at - 1] ?? 0) + 1, to: size, userId })
    console.log(`${size} rows after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    await pool().query('update work set worker_id = $1', [workerId])
    often.push(await measure(OFTEN, size, TIMES))
    purges.push(await measure(PURGE, size, PURGES))
  }
  const isFlat = (times: readonly number[]) => (times.at(-1) ?? 0) <= (times[0] ?? 0) * MAY_GROW + MAY_GROW_MS
  const isQuick = (times: readonly number[]) => Math.max(...times) <= PURGE_MS
  const print = (
    heading: string,
    statements: Readonly<Record<string, Statement>>,
    found: readonly number[][],
    holds: (times: readonly number[]) => boolean,
  ) => {
    const rows = Object.keys(statements).map((name, at) => ({ name, times: found.map((times) => times[at] ?? 0) }))
    if (!rows.every(({ times }) => holds(times))) process.exitCode = 1
    printTable(
      ['p95 ms', ...SIZES.map((size) => size.toLocaleString('en-US')), heading],
      rows.map(({ name, times }) => [name, ...times.map((ms) => ms.toFixed(2)), holds(times) ? 'yes' : 'no']),
    )
  }
  print('flat', OFTEN, often, isFlat)
  print(`below ${PURGE_MS}`, PURGE, purges, isQuick)

  const before = await readUpdates()
  await update()
  await closeDb()
  const after = await readUpdates()
  const share = (name: string) => {
    const updates = (after.get(name)?.updates ?? 0) - (before.get(name)?.updates ?? 0)
    const hot = (after.get(name)?.hot ?? 0) - (before.get(name)?.hot ?? 0)
    return [String(updates), `${((hot / Math.max(1, updates)) * 100).toFixed(0)} %`]
  }
  printTable(
    ['table', 'updates', 'without its indexes (HOT)', 'table + indexes'],
    HOT_TABLES.map((name) => [name, ...share(name), after.get(name)?.pages ?? '']),
  )
  printTable(
    ['other tables', 'table + indexes'],
    ['media', 'transcript', 'job_caller', 'usage_charge', 'chunk', 'durable_run', 'durable_step', 'event'].map(
      (name) => [name, after.get(name)?.pages ?? ''],
    ),
  )
} finally {
  await client.end()
  await database.end()
}
process.exit()
