import { setTimeout as delay } from 'node:timers/promises'
import { type Ask, measureRate, type Rate, toRate } from '@/bench/measure/measure-rate'
import { printTable } from '@/bench/measure/print-table'
import { inMib, residentBytes } from '@/bench/measure/process-usage'
import { captionLimits } from '@/lib/archive/texts/text-limits'
import { largeSubtitles } from '@/test/overload/large-subtitles'
import { openSocket } from '@/test/overload/raw-client'
import { bearer, type Poller } from '@/test/prepare-pollers'
import { storeTestTranscript } from '@/test/store-transcript'

type Service = { baseUrl: string; pid: number }
/** An attack of one user on the others. Ends after its effect. */
type Attack = { name: string; run: () => Promise<string> }

const SAMPLE_MS = 100
const HEALTH_EVERY_MS = 50
const LEAST_SECONDS = 5
/** The bounds of a user's wait for an answer, and of the service's memory, during an attack. */
const MAX_P99_MS = 200
const MAX_BYTES = 900 * 1024 ** 2

async function upload({ baseUrl }: Service, user: Poller, file: Buffer): Promise<string> {
  const signed = await fetch(`${baseUrl}/v1/uploads/sign`, {
    method: 'POST',
    headers: { ...bearer(user), 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'large.srt', content_type: 'text/plain' }),
  })
  const { upload_url, object_path } = (await signed.json()) as { upload_url: string; object_path: string }
  const put = await fetch(new URL(upload_url, baseUrl), { method: 'PUT', body: new Uint8Array(file) })
  if (put.status !== 200) throw new Error(`an upload was answered ${put.status}`)
  return object_path
}

function tally(statuses: readonly number[]): string {
  const counts = new Map<number, number>()
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ')
}

/** Sends `count` caption files of `bytes` bytes concurrently and waits for their jobs. */
function manyFiles(service: Service, user: Poller, { count, bytes }: { count: number; bytes: number }): Attack {
  const run = async () => {
    const file = largeSubtitles(bytes)
    const paths: string[] = []
    for (let n = 0; n < count; n++) paths.push(await upload(service, user, file))
    const ask = async (object: string) => {
      const answer = await fetch(`${service.baseUrl}/v1/transcript`, {
        method: 'POST',
        headers: { ...bearer(user), 'content-type': 'application/json' },
        body: JSON.stringify({ upload: object }),
      })
      const body = (await answer.json()) as { job_id?: string }
      return { status: answer.status, jobId: answer.status === 202 ? body.job_id : undefined }
    }
    const answers = await Promise.all(paths.map(ask))
    for (const { jobId } of answers) if (jobId) await untilEnded(service, user, jobId)
    return tally(answers.map(({ status }) => status))
  }
  return { name: `${count} caption files of ${inMib(bytes)} MiB at once`, run }
}

async function untilEnded({ baseUrl }: Service, user: Poller, jobId: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${baseUrl}/v1/jobs/${jobId}/segments?after_ms=2000000000`, { headers: bearer(user) })
    const { status } = (await answer.json()) as { status: string }
    if (status === 'done' || status === 'error') return
    await delay(500)
  }
}

/** Connections that request the same large text and read nothing. */
function unreadAnswers({ baseUrl }: Service, user: Poller, libraryItemId: string, count: number): Attack {
  const run = async () => {
    const sockets = await Promise.all(Array.from({ length: count }, () => openSocket(baseUrl)))
    for (const socket of sockets) {
      socket.pause()
      socket.write(
        `GET /v1/me/transcriptions/${libraryItemId} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${bearer(user).authorization}\r\n\r\n`,
      )
    }
    await delay(15_000)
    for (const socket of sockets) socket.destroy()
    return 'nothing was read'
  }
  return { name: `${count} connections that do not read`, run }
}

/** Archives of everything that are asked for and left after a moment. */
function leftArchives({ baseUrl }: Service, user: Poller, times: number): Attack {
  const run = async () => {
    for (let n = 0; n < times; n++) {
      const leaving = new AbortController()
      const answer = fetch(`${baseUrl}/v1/me/export`, { headers: bearer(user), signal: leaving.signal })
      await Promise.race([answer.catch(() => undefined), delay(1_000)])
      await delay(500)
      leaving.abort()
    }
    await delay(2_000)
    return `${times} left`
  }
  return { name: `a zip of eight texts asked for and left, ${times} times`, run }
}

async function watchHealth(baseUrl: string, isOver: () => boolean): Promise<Rate> {
  const times: number[] = []
  let failed = 0
  const startedAt = performance.now()
  while (!isOver()) {
    const askedAt = performance.now()
    const answer = await fetch(`${baseUrl}/health`).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.status !== 200) failed++
    times.push(performance.now() - askedAt)
    await delay(HEALTH_EVERY_MS)
  }
  return toRate(times, failed, (performance.now() - startedAt) / 1000)
}

async function watchMemory(pid: number, isOver: () => boolean): Promise<number> {
  let most = 0
  while (!isOver()) {
    most = Math.max(most, await residentBytes(pid))
    await delay(SAMPLE_MS)
  }
  return most
}

async function watchPolls(baseUrl: string, polls: readonly Ask[], isOver: () => boolean): Promise<Rate> {
  const rates: Rate[] = []
  while (!isOver()) rates.push(await measureRate(baseUrl, polls, { connections: 2, seconds: 1 }))
  const worst = rates.toSorted((a, b) => b.p99Ms - a.p99Ms)[0]
  if (!worst) throw new Error('nobody polled')
  return { ...worst, failed: rates.reduce((sum, { failed }) => sum + failed, 0) }
}

/** An attack, with what others have of the service meanwhile: the worst second of their polls counts. */
async function measure(service: Service, polls: readonly Ask[], { name, run }: Attack, fail: (reason: string) => void) {
  let isDone = false
  const startedAt = performance.now()
  const isOver = () => isDone && performance.now() - startedAt > LEAST_SECONDS * 1000
  const [answers, health, others, memory] = await Promise.all([
    run().finally(() => {
      isDone = true
    }),
    watchHealth(service.baseUrl, isOver),
    watchPolls(service.baseUrl, polls, isOver),
    watchMemory(service.pid, isOver),
  ])
  if (health.failed + others.failed > 0) fail(`${name}: ${health.failed + others.failed} answers to others failed`)
  for (const [what, { p99Ms }] of Object.entries({ '/health': health, polls: others })) {
    if (p99Ms > MAX_P99_MS) fail(`${name}: ${what} took ${p99Ms.toFixed(0)} ms at the 99th percentile`)
  }
  if (memory > MAX_BYTES) fail(`${name}: the service took ${inMib(memory)} MiB`)
  const seconds = (performance.now() - startedAt) / 1000
  const figures = [health.p50Ms, health.p99Ms, others.p50Ms, others.p99Ms].map((ms) => ms.toFixed(1))
  return [name, answers, seconds.toFixed(0), ...figures, inMib(memory)]
}

const COLUMNS = [
  'one user sends',
  'answers',
  'seconds',
  '/health p50 ms',
  'p99 ms',
  'polls of others p50 ms',
  'p99 ms, worst second',
  'memory MiB',
]

/** Measures other users' waits while one user requests work on the largest texts. */
export async function measureLargeTexts(
  service: Service,
  { attacker, polls, fail }: { attacker: Poller; polls: readonly Ask[]; fail: (reason: string) => void },
): Promise<void> {
  const { maxBytes } = captionLimits()
  const lines = Array.from({ length: 100_000 }, (_, at) => `${at} ${'and nobody was at home then '.repeat(2)}`)
  const libraryItems: string[] = []
  for (let n = 0; n < 8; n++) {
    const { libraryItemId } = await storeTestTranscript(attacker.userId, {
      videoId: `large${n}`,
      lines,
      totalMs: 36_000_000,
    })
    libraryItems.push(libraryItemId)
  }
  const attacks = [
    manyFiles(service, attacker, { count: 24, bytes: 28 * 1024 ** 2 }),
    manyFiles(service, attacker, { count: 24, bytes: maxBytes }),
    unreadAnswers(service, attacker, libraryItems[0] ?? '', 100),
    leftArchives(service, attacker, 5),
  ]
  const rows: string[][] = []
  for (const attack of attacks) rows.push(await measure(service, polls, attack, fail))
  printTable(COLUMNS, rows)
}
