import { startBareServer } from '@/bench/load/bare-server'
import { type Ask, measureRate, median, type Rate, toRate } from '@/bench/measure/measure-rate'
import { printTable } from '@/bench/measure/print-table'
import { startBenchService } from '@/bench/measure/start-bench'
import { pool } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { pollJob } from '@/lib/jobs/watch/poll-job-table'
import { findDeliveredTranscript } from '@/lib/transcripts/deliver/delivered-transcript-table'
import { insertClaim } from '@/lib/uploads/upload-table'
import { bearer, type Poller, preparePollers } from '@/test/prepare-pollers'
import { storeTestTranscript } from '@/test/store-transcript'

/**
 * The calls that are made most: a poll, stored transcripts of an hour and of ten, as they are and compressed, refusals (422 and
 * 401), the signing of an upload, each by users with API keys whose calls are counted. Beside each, in the same rounds: its
 * one SQL statement bare through `pg`, and Node's HTTP server giving the same bytes to everything. Ends with 1 when a share of
 * either is less than wanted, or a stored transcript takes longer than it may in the median, asked for one at a time.
 */
const ROUNDS = Number(process.argv[2] ?? 3)
const SECONDS = 2
const AT_ONCE = 20
const USERS = 200
const SEGMENT_SECONDS = 4
/** Four seconds of speech at 150 words a minute. */
const LINE = 'and so it came about that nobody was at home then'

type Bare = (user: Poller, turn: number) => Promise<unknown>
type Case = {
  name: string
  asks: Ask[]
  status: number
  /** The bare SQL of the request; null: without a database. */
  bare: Bare | null
  /** Takes away what earlier calls have left in its table, before each measurement. */
  clear?: () => Promise<unknown>
  wanted: { p50Ms?: number; shareOfStatement?: number; shareOfServer?: number }
}
type Round = { busy: Rate; alone: Rate; statement: Rate | null; server: Rate }

const { service, end } = await startBenchService({ RATE_LIMIT_PER_MINUTE: '6000' })
const users = await preparePollers(USERS)

/** A call with a body, by each user. */
const post = (path: string, body: unknown, by: readonly Poller[] = users): Ask[] =>
  by.map((user) => ({
    method: 'POST',
    path,
    headers: { ...bearer(user), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }))

/** Keeps a transcript of so many hours for each of the first users, and gives the case of reading it again. */
async function stored(hours: number, wanted: Case['wanted']): Promise<Case[]> {
  const lines = Array.from({ length: (hours * 3600) / SEGMENT_SECONDS }, (_, at) => `${at} ${LINE}`)
  const videoId = `bench${String(hours).padStart(6, '0')}`
  const readers = users.slice(0, AT_ONCE)
  for (const { userId } of readers) await storeTestTranscript(userId, { videoId, lines, totalMs: hours * 3_600_000 })
  const ref = { platform: 'youtube', videoId, accessKey: '', ownerId: null } as const
  const find: Bare = ({ userId, tier }) => {
    const url = `https://www.youtube.com/watch?v=${videoId}`
    return findDeliveredTranscript({ kind: 'api_key', userId, tier }, { ...ref, url, openUrl: url, title: null }, 'en')
  }
  const asks = post('/v1/transcript', { url: `https://www.youtube.com/watch?v=${videoId}` }, readers)
  const compressed = asks.map((ask) => ({ ...ask, headers: { ...ask.headers, 'accept-encoding': 'gzip, br' } }))
  const bare: Bare = (_, turn) => find(readers[turn % readers.length] as Poller, turn)
  const name = `stored transcript, ${hours} h`
  return [
    { name, asks, status: 200, bare, wanted },
    { name: `${name}, compressed`, asks: compressed, status: 200, bare, wanted },
  ]
}

const WAV = { filename: 'a.wav', contentType: 'audio/wav', bytes: null, resumableUntil: null }

const insertTarget: Bare = ({ userId }) => {
  const { UPLOAD_MAX_BYTES: maxBytes, UPLOAD_QUOTA_BYTES: quotaBytes } = env()
  const target = { ...WAV, id: newId(), expiresAt: new Date(Date.now() + 60_000) }
  const room = { userId, uploadId: target.id, bytes: null, maxBytes, quotaBytes, maxOpen: 1000 }
  return insertClaim(room, target)
}

async function prepareCases(): Promise<Case[]> {
  const polls = users.map((user) => ({ path: `/v1/jobs/${user.jobId}`, headers: bearer(user) }))
  return [
    {
      name: 'poll of a job',
      asks: polls,
      status: 200,
      bare: ({ jobId, userId }) => pollJob(jobId, userId),
      wanted: { shareOfStatement: 0.15 },
    },
    ...(await stored(1, { p50Ms: 10 })),
    ...(await stored(10, { p50Ms: 60 })),
    {
      name: 'refusal (422)',
      asks: post('/v1/transcript', { url: 5 }),
      status: 422,
      bare: null,
      wanted: { shareOfServer: 0.05 },
    },
    {
      name: 'refusal (401)',
      asks: users.map(() => ({ path: '/v1/me' })),
      status: 401,
      bare: null,
      wanted: { shareOfServer: 0.05 },
    },
    {
      name: 'sign an upload',
      asks: post('/v1/uploads/sign', { filename: 'a.wav', content_type: 'audio/wav' }),
      status: 200,
      bare: insertTarget,
      clear: () => pool().query('truncate upload cascade'),
      wanted: { shareOfStatement: 0.25 },
    },
  ]
}

async function measureStatement(bare: Bare, seconds: number): Promise<Rate> {
  const times: number[] = []
  const startedAt = performance.now()
  let turn = 0
  const loop = async () => {
    for (let now = performance.now(); now < startedAt + seconds * 1000; ) {
      await bare(users[turn++ % USERS] as Poller, turn)
      times.push(performance.now() - now)
      now = performance.now()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, loop))
  return toRate(times, 0, (performance.now() - startedAt) / 1000)
}

/** The very answer that a case gets. */
async function answerOf({ asks: [ask], status: wanted }: Case) {
  const { method = 'GET', path, headers = {}, body } = ask as Ask
  const response = await fetch(service.baseUrl + path, { method, headers, ...(body === undefined ? {} : { body }) })
  const answer = new Uint8Array(await response.arrayBuffer())
  if (response.status !== wanted) throw new Error(`${path} was answered ${response.status}: ${Buffer.from(answer)}`)
  return { status: response.status, type: response.headers.get('content-type') ?? '', body: answer }
}

async function measure(each: Case): Promise<{ rounds: Round[]; bytes: number }> {
  const answer = await answerOf(each)
  const server = await startBareServer(answer)
  try {
    const rounds: Round[] = []
    // The first is for the compilers.
    for (let round = 0; round <= ROUNDS; round++) {
      const seconds = round === 0 ? SECONDS / 2 : SECONDS
      // A request without the database leaves a processor to the client.
      const load = { seconds, wantedStatus: each.status, isAwake: each.bare === null }
      await each.clear?.()
      const busy = await measureRate(service.baseUrl, each.asks, { ...load, connections: AT_ONCE })
      await each.clear?.()
      rounds.push({
        busy,
        statement: each.bare && (await measureStatement(each.bare, seconds)),
        server: await measureRate(server.baseUrl, each.asks, { ...load, connections: AT_ONCE }),
        alone: await measureRate(service.baseUrl, each.asks, { ...load, connections: 1 }),
      })
    }
    return { rounds: rounds.slice(1), bytes: answer.body.length }
  } finally {
    await server.stop()
  }
}

const percent = (share: number) => `${(share * 100).toFixed(0)} %`

/** A row of each table; says when it was not held what was wanted. */
function judge({ name, wanted }: Case, { rounds, bytes }: { rounds: Round[]; bytes: number }) {
  const of = (value: (round: Round) => number) => median(rounds.map(value))
  const hasStatement = rounds[0]?.statement != null
  const share = of(({ busy, statement }) => busy.perSecond / (statement?.perSecond ?? Number.NaN))
  const shareOfServer = of(({ busy, server }) => busy.perSecond / server.perSecond)
  const p50Ms = of(({ alone }) => alone.p50Ms)
  const failed = rounds.reduce((sum, { busy, alone }) => sum + busy.failed + alone.failed, 0)
  const isMissed =
    share < (wanted.shareOfStatement ?? 0) ||
    shareOfServer < (wanted.shareOfServer ?? 0) ||
    p50Ms > (wanted.p50Ms ?? Number.POSITIVE_INFINITY)
  if (isMissed || failed > 0) {
    console.error(`${name}: not as wanted (${failed} failed)`)
    process.exitCode = 1
  }
  const fixed = (value: (round: Round) => number, digits: number) => of(value).toFixed(digits)
  return {
    busy: [
      name,
      (bytes / 1024).toFixed(1),
      fixed(({ busy }) => busy.perSecond, 0),
      hasStatement ? fixed(({ statement }) => statement?.perSecond ?? 0, 0) : '–',
      hasStatement ? percent(share) : '–',
      fixed(({ server }) => server.perSecond, 0),
      percent(shareOfServer),
    ],
    alone: [
      name,
      fixed(({ alone }) => alone.p50Ms, 2),
      fixed(({ alone }) => alone.p95Ms, 2),
      fixed(({ alone }) => alone.p99Ms, 2),
      wanted.p50Ms === undefined ? '–' : String(wanted.p50Ms),
    ],
  }
}

try {
  const rows: ReturnType<typeof judge>[] = []
  for (const each of await prepareCases()) rows.push(judge(each, await measure(each)))
  printTable(
    [`${AT_ONCE} at a time`, 'KiB', 'answers/s', 'statement alone/s', 'share', 'bare server/s', 'share'],
    rows.map(({ busy }) => busy),
  )
  printTable(
    ['one at a time', 'p50 ms', 'p95 ms', 'p99 ms', 'wanted p50 ms'],
    rows.map(({ alone }) => alone),
  )
} finally {
  await end()
}
