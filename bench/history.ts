import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { fillHistory } from '@/bench/load/fill-history'
import { percentile } from '@/bench/measure/measure-rate'
import { printTable } from '@/bench/measure/print-table'
import { startBenchService } from '@/bench/measure/start-bench'
import { readConnection } from '@/test/process/read-connection'

/**
 * The history of a user with a million library items among ten million, through the API: its first page and its 5,000th, by every
 * filter, sort and search. Ends with 1 when the 95th percentile of any is more than wanted. The first argument is the number of
 * items; a folder in `HISTORY_DATA` is kept, and what a run has filled it with is there for the next.
 */
const OWN = Number(process.argv[2] ?? 1_000_000)
const USERS = 10
const TIMES = 60
const WANTED_P95_MS = 30
const DEEP = Math.min(4_999 * 20, OWN - 20)
const MIDDLE = `limit=100&offset=${Math.floor(OWN / 2)}`
/** A part that hardly any id has, and that is too short to be looked up: all ids are read. */
const READ_THROUGH = 'q=.a'
const OTHERS_WANTED_P95_MS: Readonly<Record<string, number>> = { [MIDDLE]: 50, [READ_THROUGH]: 250 }

const QUERIES = [
  '',
  `offset=${DEEP}`,
  `offset=${DEEP}&order=asc`,
  MIDDLE,
  ...['created_at', 'duration_seconds', 'total_seconds'].flatMap((sort) => [
    `sort=${sort}&order=asc`,
    `sort=${sort}&offset=${DEEP}`,
  ]),
  ...['youtube', 'x', 'tiktok', 'facebook', 'instagram', 'rednote', 'upload', 'podcast'].map(
    (platform) => `platform=${platform}`,
  ),
  ...['done', 'in_progress', 'error'].map((state) => `state=${state}`),
  'platform=rednote&state=error',
  `state=done&offset=${Math.floor(DEEP * 0.8)}`,
  `state=done&sort=duration_seconds&offset=${Math.floor(DEEP * 0.8)}`,
  'platform=upload&state=done&sort=total_seconds&order=asc',
  'q=Ab3',
  'q=zZ9k1',
  'q=abc&platform=youtube&state=done',
  'q=ab',
  'q=ab&limit=100',
  'q=ab&sort=total_seconds&order=asc',
  'q=a',
  'q=a&offset=9980',
  'q=a&sort=duration_seconds',
  ...['7', '72', '723', '7234', '723456'].map((begun) => `q=${begun}`),
  'q=72&platform=x&sort=duration_seconds',
  'q=--',
  READ_THROUGH,
  'search=w40000',
  'search=w9000',
  'search=w500',
  'search=w1',
  'search=w1%20w2%20w3',
  'search=w77%20w40001',
  'search=w9000&platform=youtube&sort=duration_seconds',
  'search=w499',
]

async function measure(url: string, key: string): Promise<{ p50: number; p95: number; total: number }> {
  const times: number[] = []
  let total = 0
  for (let time = -5; time < TIMES; time++) {
    const startedAt = performance.now()
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
    const body = (await response.json()) as { total: number }
    if (!response.ok) throw new Error(`${url} was answered ${response.status}: ${JSON.stringify(body)}`)
    if (time >= 0) times.push(performance.now() - startedAt)
    total = body.total
  }
  times.sort((a, b) => a - b)
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), total }
}

async function fill(dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: await readConnection(dataDir) })
  await client.connect()
  const { rows } = await client.query<{ filled: boolean }>('select count(*) > 1 as filled from users')
  if (!rows[0]?.filled) await fillHistory(client, { libraryItems: OWN, users: USERS })
  await client.end()
}

/** The service prints the local account's key on its first start only, so a kept folder also keeps the key. */
async function keyOf(dataDir: string, reported: string | null): Promise<string> {
  const file = path.join(dataDir, 'bench-key')
  if (reported) await writeFile(file, reported, { mode: 0o600 })
  return readFile(file, 'utf8')
}

const { dataDir, service, end } = await startBenchService({}, process.env.HISTORY_DATA)
try {
  await fill(dataDir)
  const key = await keyOf(dataDir, service.apiKey)
  const rows: string[][] = []
  for (const query of QUERIES) {
    const { p50, p95, total } = await measure(`${service.baseUrl}/v1/me/transcriptions?${query}`, key)
    rows.push([query || 'the first page', String(total), p50.toFixed(1), p95.toFixed(1)])
    if (p95 > (OTHERS_WANTED_P95_MS[query] ?? WANTED_P95_MS)) process.exitCode = 1
  }
  printTable([`of ${OWN} among ${OWN * USERS}`, 'total', 'p50 ms', 'p95 ms'], rows)
} finally {
  await end()
}
