import { printTable } from '@/bench/measure/print-table'
import { startBenchDatabase } from '@/bench/measure/start-bench'
import { createUser } from '@/lib/accounts/create-user'
import { db, pool } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import { storeCheck } from '@/lib/watches/check/store-check'
import { nextCheckAt } from '@/lib/watches/next-check-at'
import { claimDueWatches } from '@/lib/watches/watch-table'
import { cpuSeconds } from './measure/process-usage'

/**
 * A million watches that were all created within one hour. Their checks of a day are planned by the scheduling function,
 * and counted by the minute. Then some minutes of it go through the due query and the storing of a check without news, on
 * PostgreSQL. Ends with 1 when the busiest minute has more than twice the checks of the mean one, or when the checks of a
 * minute take the database more than a minute. `npm run bench -- watches 100000 3`: so many watches, so many minutes.
 */
const [WATCHES = 1_000_000, MINUTES = 2] = process.argv.slice(2).map(Number)
const WANTED_PEAK = 2
const MINUTE_MS = 60_000
const DAY_MINUTES = 1440
const ROWS = 20_000
const AT_A_TIME = 32
const STORED_AT_A_TIME = 8
const PER_HOST = 4
const HOUR_SECONDS = 3600
/** How often watches are checked: mostly as often as by default. */
const PERIODS = [6, 6, 6, 6, 6, 6, 24, 24, 24, 1].map((hours) => hours * HOUR_SECONDS)

type Planned = { id: string; everySeconds: number; host: string }

const periodOf = (n: number) => PERIODS[n % PERIODS.length] ?? HOUR_SECONDS
/** Half of the shows are with fifty large hosts, the others on servers of their own. */
const hostOf = (n: number) => (n % 2 === 0 ? `large${n % 100}.example` : `own${n}.example`)

const database = await startBenchDatabase()

const now = Date.now()
/** The simulated minutes are the last ones. */
const beginMs = now - MINUTES * MINUTE_MS

/** How many checks each minute of a day has, by the scheduling function alone. */
function planDay(watches: readonly Planned[]): { checks: number; busiest: number; mean: number } {
  const minutes = new Array<number>(DAY_MINUTES).fill(0)
  for (const watch of watches) {
    const first = nextCheckAt(watch, 0, new Date(beginMs)).getTime()
    for (let at = first; at < beginMs + DAY_MINUTES * MINUTE_MS; at = nextCheckAt(watch, 0, new Date(at)).getTime()) {
      const minute = Math.floor((at - beginMs) / MINUTE_MS)
      minutes[minute] = (minutes[minute] ?? 0) + 1
    }
  }
  const checks = minutes.reduce((sum, count) => sum + count, 0)
  return { checks, busiest: Math.max(...minutes), mean: checks / DAY_MINUTES }
}

async function insert(userId: string, watches: readonly Planned[]): Promise<void> {
  for (let start = 0; start < watches.length; start += ROWS) {
    const rows = watches.slice(start, start + ROWS)
    await pool().query(
      `insert into watch (id, user_id, source_url, source_key, host, every_seconds, platform, feed_url, next_check_at, first_read_at)
       select r.id, $1, 'https://' || r.host || '/feed.xml', r.id::text, r.host, r.every, 'podcast', 'https://' || r.host || '/feed.xml', r.due, now()
       from unnest($2::uuid[], $3::text[], $4::int[], $5::timestamptz[]) as r(id, host, every, due)`,
      [
        userId,
        rows.map(({ id }) => id),
        rows.map(({ host }) => host),
        rows.map(({ everySeconds }) => everySeconds),
        rows.map((watch) => nextCheckAt(watch, 0, new Date(beginMs))),
      ],
    )
  }
  await pool().query('analyze watch')
}

type Minute = { checks: number; claims: number; claimMs: number; storeMs: number; cpu: number }

/** Claims and stores everything that is due in a minute. */
async function runMinute(untilMs: number): Promise<Minute> {
  const cpuBefore = (await cpuSeconds(process.pid)).postgres
  const minute: Minute = { checks: 0, claims: 0, claimMs: 0, storeMs: 0, cpu: 0 }
  for (;;) {
    const claimedAt = performance.now()
    const until = new Date(untilMs)
    const ids = await claimDueWatches({ taken: new Map(), room: AT_A_TIME, perHost: PER_HOST, until })
    const storedAt = performance.now()
    minute.claimMs += storedAt - claimedAt
    minute.claims++
    if (ids.length === 0) break
    const watches = await db().watch.findMany({ where: { id: { in: ids } } })
    for (let start = 0; start < watches.length; start += STORED_AT_A_TIME) {
      const some = watches.slice(start, start + STORED_AT_A_TIME)
      await Promise.all(some.map((watch) => storeCheck(watch, { source: null, etag: '"same"', lastModified: null })))
    }
    minute.storeMs += performance.now() - storedAt
    minute.checks += ids.length
  }
  minute.cpu = (await cpuSeconds(process.pid)).postgres - cpuBefore
  return minute
}

try {
  const { userId } = await createUser({ email: 'bench@verbatim.test', tier: 'pro' })
  const watches = Array.from({ length: WATCHES }, (_, n): Planned => {
    return { id: newId(now - (n % HOUR_SECONDS) * 1000), everySeconds: periodOf(n), host: hostOf(n) }
  })
  const day = planDay(watches)
  const peak = day.busiest / day.mean
  console.log(
    `${WATCHES} watches: ${day.checks} checks a day, ${day.mean.toFixed(0)} a minute, ${day.busiest} in the busiest`,
  )
  console.log(`busiest minute / mean: ${peak.toFixed(2)} (at most ${WANTED_PEAK})`)
  await insert(userId, watches)
  const minutes: Minute[] = []
  for (let minute = 1; minute <= MINUTES; minute++) minutes.push(await runMinute(beginMs + minute * MINUTE_MS))
  const each = (ms: number, count: number) => (ms / Math.max(1, count)).toFixed(2)
  printTable(
    ['minute', 'checks', 'claims', 'ms a claim', 'ms a check stored', 'seconds of the minute', 'CPU s of PostgreSQL'],
    minutes.map(({ checks, claims, claimMs, storeMs, cpu }, index) => [
      String(index + 1),
      String(checks),
      String(claims),
      each(claimMs, claims),
      each(storeMs, checks),
      ((claimMs + storeMs) / 1000).toFixed(1),
      cpu.toFixed(1),
    ]),
  )
  const isSlow = minutes.some(({ claimMs, storeMs }) => claimMs + storeMs > MINUTE_MS)
  if (peak > WANTED_PEAK || isSlow) process.exitCode = 1
} finally {
  await database.end()
}
process.exit()
