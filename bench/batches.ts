import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { printTable } from '@/bench/measure/print-table'
import { benchFolder, removeFolder } from '@/bench/measure/start-bench'
import { createUser } from '@/lib/accounts/create-user'
import { db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import type { BatchItemRequest, BatchStarted } from '@/lib/imports/batches/contract'
import { startOrigin } from '@/test/origin/start-origin'
import { readConnection } from '@/test/process/read-connection'
import { type ServiceProcess, startProcess } from '@/test/process/start-process'

/**
 * Batches of several users on a service that is killed again and again: so many links (the first argument) of so many users (the
 * second), with a SIGKILL every so many seconds (the third), by captions of a loopback server. Ends with 1 unless each item is done
 * once, each recording is charged once, and no user has 10 % more or less than the mean while all of them have work.
 * `batches 100000 500` is the large one.
 */
const ITEMS = Number(process.argv[2] ?? 4_000)
const USERS = Number(process.argv[3] ?? 10)
const KILL_EVERY_MS = Number(process.argv[4] ?? 30) * 1000
const WANTED_DEVIATION = 0.1

const OF_USER = Math.ceil(ITEMS / USERS)
const OF_BATCH = 1000
/** Recordings are on several servers, of each of which few are asked for at a time. */
const HOSTS = 20
/** Every tenth item names the recording before it. */
const REPEATED = 10
const SECONDS = 10
const LOOK_EVERY_MS = 500

const origin = await startOrigin([
  ({ path: target }) => ({
    headers: { 'content-type': 'text/vtt' },
    body: `WEBVTT\n\n00:01.000 --> 00:${SECONDS}.000\nWords of ${target}\n`,
  }),
])
const dataDir = await benchFolder()
const settings = {
  EGRESS_PROXY_URL: origin.proxyUrl,
  NODE_EXTRA_CA_CERTS: origin.caFile,
  SSL_CERT_FILE: origin.caFile,
  RATE_LIMIT_PER_MINUTE: '0',
}
let service: ServiceProcess = await startProcess(dataDir, settings)
setEnv({ DATABASE_URL: await readConnection(dataDir), VERBATIM_DATA: dataDir, BASE_URL: service.baseUrl })

/** Opens a new connection for each query: PostgreSQL may be another process after each start. */
async function query<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: await readConnection(dataDir) })
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

const recordingOf = (n: number) => (n % REPEATED === REPEATED - 1 ? n - 1 : n)
const itemOf = (user: number, n: number): BatchItemRequest => {
  const recording = recordingOf(n)
  return { url: `https://h${recording % HOSTS}.example/u${user}/${recording}.vtt`, custom_id: `${n}` }
}

async function send(apiKey: string, items: readonly BatchItemRequest[]): Promise<void> {
  const response = await fetch(`${service.baseUrl}/v1/batches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ items }),
  })
  if (response.status !== 202) throw new Error(`a batch was answered ${response.status}: ${await response.text()}`)
  const { errors } = (await response.json()) as BatchStarted
  if (errors.length > 0) throw new Error(`an item was refused: ${JSON.stringify(errors[0])}`)
}

async function sendAll(): Promise<void> {
  const users = await Promise.all(
    Array.from({ length: USERS }, (_, n) => createUser({ email: `user${n}@verbatim.test`, tier: 'ultra' })),
  )
  const all = Array.from({ length: OF_USER }, (_, n) => n)
  // All have work before one of them is far.
  for (let start = 0; start < OF_USER; start += OF_BATCH) {
    const some = all.slice(start, start + OF_BATCH)
    await Promise.all(
      users.map(({ apiKey }, user) =>
        send(
          apiKey,
          some.map((n) => itemOf(user, n)),
        ),
      ),
    )
  }
}

type Progress = { done: number; open: number }

const PROGRESS = `
  select count(*) filter (where state = 'done')::int as done,
         count(*) filter (where state in ('queued', 'in_progress'))::int as open
  from import_item group by user_id`

/** The largest distance of a user from the mean, as a part of it. */
function deviation(progress: readonly Progress[]): number {
  const mean = progress.reduce((sum, { done }) => sum + done, 0) / progress.length
  return mean === 0 ? 0 : Math.max(...progress.map(({ done }) => Math.abs(done - mean))) / mean
}

/** Kills the service every so often until no item is open. Returns how far apart users were when all last had work. */
async function runWithKills(): Promise<{ kills: number; seconds: number; apart: number }> {
  const startedAt = performance.now()
  let [kills, apart, killedAt] = [0, 0, startedAt]
  for (;;) {
    const progress = await query<Progress>(PROGRESS)
    if (progress.every(({ open }) => open === 0)) break
    if (progress.every(({ open }) => open > 0)) apart = deviation(progress)
    if (performance.now() - killedAt > KILL_EVERY_MS) {
      await service.kill()
      service = await startProcess(dataDir, settings)
      kills += 1
      killedAt = performance.now()
    }
    await delay(LOOK_EVERY_MS)
  }
  return { kills, seconds: (performance.now() - startedAt) / 1000, apart }
}

const FOUND = `
  select (select count(*)::int from import_item where state = 'done' and library_item_id is not null) as done,
         (select count(*)::int from import_item) as items,
         (select count(*)::int from usage_charge) as charges,
         (select coalesce(sum(used_seconds), 0)::int from usage_period) as used,
         (select coalesce(sum(reserved_seconds), 0)::int from usage_period) as reserved,
         (select count(*)::int from library_item) as texts`

type Found = { done: number; items: number; charges: number; used: number; reserved: number; texts: number }

try {
  await sendAll()
  const { kills, seconds, apart } = await runWithKills()
  const [found] = await query<Found>(FOUND)
  if (!found) throw new Error('nothing was counted')
  const items = OF_USER * USERS
  const recordings = new Set(Array.from({ length: OF_USER }, (_, n) => recordingOf(n))).size * USERS
  const asked = origin.requests.filter(({ url }) => url.endsWith('.vtt')).length
  printTable(
    ['items', 'users', 'kills', 'seconds', 'items a second', 'asked for again', 'apart at most'],
    [
      [
        String(items),
        String(USERS),
        String(kills),
        seconds.toFixed(0),
        (items / seconds).toFixed(1),
        String(asked - recordings),
        `${(apart * 100).toFixed(1)} %`,
      ],
    ],
  )
  const wanted: [name: string, held: boolean][] = [
    [`each of ${items} items is done: ${found.done}`, found.done === items && found.items === items],
    [`each of ${recordings} recordings is one text: ${found.texts}`, found.texts === recordings],
    [`each is charged once: ${found.charges}`, found.charges === recordings],
    [`${recordings * SECONDS} seconds are used: ${found.used}`, found.used === recordings * SECONDS],
    [`nothing stays reserved: ${found.reserved}`, found.reserved === 0],
    [
      `users are ${(apart * 100).toFixed(1)} % from the mean at most (wanted: ${WANTED_DEVIATION * 100} %)`,
      apart <= WANTED_DEVIATION,
    ],
  ]
  for (const [name, held] of wanted) console.log(`${held ? '✓' : '✗'} ${name}`)
  if (!wanted.every(([, held]) => held)) process.exitCode = 1
} finally {
  await db().$disconnect()
  await service.stop()
  await origin.close()
  await removeFolder(dataDir)
}
