import { createHash, timingSafeEqual } from 'node:crypto'
import type { Gauge } from 'prom-client'
import { identify } from '@/lib/accounts/identify'
import { countSlots } from '@/lib/core/concurrency/with-fair-slot'
import { pool } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import { clientAddress } from '@/lib/core/http/client-address'
import { currentPeer } from '@/lib/core/http/peer'
import { log } from '@/lib/core/log'
import { metrics } from '@/lib/core/metrics'
import { Problem } from '@/lib/core/problem/problem'
import { freeBytes } from '@/lib/core/storage/disk-space'
import { countDue, readState, readUnsentEvents } from '@/lib/durable/tables/executor-state'
import { SLOT_KINDS } from '@/lib/jobs/runs/with-slot'
import { countWrongCredential, countWrongSecret } from '@/lib/limits/count-wrong-credential'
import { isLocalAccount } from '@/lib/limits/is-local-account'
import { listPlatformStatus } from '@/lib/sources/status/platform-status'
import { countRunningJobs } from './health-queries'

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

function refuse(error: unknown): Response {
  if (!(error instanceof Problem && error.code === 'rate_limited')) throw error
  const headers = { ...HEADERS, 'retry-after': String(error.retryAfterSeconds) }
  return new Response(`${error.message}\n`, { status: error.status, headers })
}

/** Answers `GET /metrics` to callers who may read them, and others with 404. */
export async function serveMetrics(request: Request): Promise<Response> {
  try {
    if (!(await mayReadMetrics(request, clientAddress(request.headers, currentPeer())))) {
      return new Response('Not found\n', { status: 404, headers: HEADERS })
    }
  } catch (error) {
    return refuse(error)
  }
  const { body, contentType } = await renderMetrics()
  return new Response(body, { headers: { ...HEADERS, 'content-type': contentType } })
}

const digest = (text: string) => createHash('sha256').update(text).digest()

async function isLocalCaller(request: Request, address: string | null): Promise<boolean> {
  if (!env().localMode) return false
  try {
    return await isLocalAccount((await identify(request, env().baseUrl)).userId)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await countWrongCredential(error, request.headers, address)
    return false
  }
}

/**
 * Whether a request from an address may read the metrics: it bears METRICS_TOKEN or, without one, a credential of the local
 * account. A wrong one is counted by the address that it comes from: throws `rate_limited`.
 */
async function mayReadMetrics(request: Request, address: string | null): Promise<boolean> {
  const { METRICS_TOKEN } = env()
  if (METRICS_TOKEN === undefined) return isLocalCaller(request, address)
  const sent = request.headers.get('authorization')
  if (sent === null) return false
  const isRight = timingSafeEqual(digest(sent), digest(`Bearer ${METRICS_TOKEN}`))
  if (!isRight) await countWrongSecret(address)
  return isRight
}

async function measureRunningJobs(): Promise<void> {
  const { jobsRunning } = metrics()
  try {
    jobsRunning.set(await countRunningJobs())
  } catch (error) {
    // A gauge without a measurement is left out: a zero would be wrong.
    jobsRunning.reset()
    log.warn("the jobs can't be counted", { error })
  }
}

async function markFailingPlatforms(): Promise<void> {
  const { platformFailing } = metrics()
  try {
    for (const { platform, state } of await listPlatformStatus()) {
      platformFailing.set({ platform }, state === 'failing' ? 1 : 0)
    }
  } catch (error) {
    platformFailing.reset()
    log.warn("the status of the platforms can't be read", { error })
  }
}

/** A gauge without a value is left out: a zero would be wrong. */
function setSeconds(gauge: Gauge, seconds: number | null): void {
  if (seconds === null) gauge.reset()
  else gauge.set(seconds)
}

async function measureQueue(): Promise<void> {
  const { queueItems, queueOldest, executorSeen, executorDone, eventsUnsent, eventsOldest } = metrics()
  for (const gauge of [queueItems, queueOldest, executorSeen, executorDone, eventsUnsent, eventsOldest]) gauge.reset()
  try {
    const [state, events, due] = await Promise.all([readState(pool()), readUnsentEvents(pool()), countDue(pool())])
    for (const { functionId, count } of due) queueItems.set({ function: functionId }, count)
    queueOldest.set(state.oldestSeconds ?? 0)
    setSeconds(executorSeen, state.seenSecondsAgo)
    setSeconds(executorDone, state.doneSecondsAgo)
    eventsUnsent.set(events.count)
    eventsOldest.set(events.oldestSeconds ?? 0)
  } catch (error) {
    log.warn("the queue can't be read", { error })
  }
}

async function measureMachine(): Promise<void> {
  const { slots, diskFree } = metrics()
  for (const kind of SLOT_KINDS) {
    const { taken, waiting } = countSlots(kind)
    slots.set({ kind, state: 'taken' }, taken)
    slots.set({ kind, state: 'awaited' }, waiting)
  }
  diskFree.set(await freeBytes(env().dataDir))
}

function countConnections(): void {
  const { totalCount, idleCount, waitingCount } = pool()
  const { connections } = metrics()
  connections.set({ state: 'busy' }, totalCount - idleCount)
  connections.set({ state: 'idle' }, idleCount)
  connections.set({ state: 'awaited' }, waitingCount)
}

/** The counters and gauges of this process in Prometheus' text format. */
async function renderMetrics(): Promise<{ body: string; contentType: string }> {
  await Promise.all([measureRunningJobs(), markFailingPlatforms(), measureQueue(), measureMachine()])
  countConnections()
  const { registry } = metrics()
  return { body: await registry.metrics(), contentType: registry.contentType }
}
