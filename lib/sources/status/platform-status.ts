import { singleFlight } from '@/lib/core/concurrency/single-flight'
import { singleton } from '@/lib/core/concurrency/singleton'
import { env } from '@/lib/core/env'
import { SITES, type Site } from '@/lib/platforms/platforms'
import { percentile } from './latency'
import { NOW_MS, type Observed, type PlatformState, stateNow, stateOfHour } from './platform-state'
import { listRequestCounts, type RequestCount } from './request-count-table'
import { judgeOutcome } from './request-outcome'

const HOUR_MS = 3_600_000
const HOURS = 24
/** Readers of the status share one result for this long. */
const FRESH_MS = 5_000

/** The outcomes of the requests in a span of time. Latencies of look-ups in milliseconds; null: none. */
export type RequestSummary = {
  requests: number
  /** Answers with the requested content, or with a fact about the recording. */
  answered: number
  failed: number
  medianMs: number | null
  p95Ms: number | null
  /** The facts about recordings, by their code. */
  refusals: Record<string, number>
  /** The failures, by their code. */
  failures: Record<string, number>
}

export type PlatformStatus = {
  platform: Site
  state: PlatformState
  lastHour: RequestSummary
  lastDay: RequestSummary
  /** The last 24 hours of the clock, the earliest first; the last one is not over. */
  hours: { startMs: number; state: PlatformState; summary: RequestSummary }[]
}

function tally(counts: readonly RequestCount[], verdict: 'refused' | 'failed'): Record<string, number> {
  const tallied: Record<string, number> = {}
  for (const { outcome, count } of counts) {
    if (judgeOutcome(outcome) === verdict) tallied[outcome] = (tallied[outcome] ?? 0) + count
  }
  return tallied
}

function latencies(counts: readonly RequestCount[]): Map<number, number> {
  const found = new Map<number, number>()
  for (const { kind, latencyMs, count } of counts) {
    if (kind === 'captions') found.set(latencyMs, (found.get(latencyMs) ?? 0) + count)
  }
  return found
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function summarise(counts: readonly RequestCount[]): RequestSummary {
  const requests = sum(counts.map(({ count }) => count))
  const failures = tally(counts, 'failed')
  const failed = sum(Object.values(failures))
  const looked = latencies(counts)
  return {
    requests,
    answered: requests - failed,
    failed,
    medianMs: percentile(looked, 0.5),
    p95Ms: percentile(looked, 0.95),
    refusals: tally(counts, 'refused'),
    failures,
  }
}

/** Look-ups and downloads apart: one may fail while the other works. */
function byKind(counts: readonly RequestCount[]): Observed[] {
  return (['captions', 'audio'] as const).map((kind) => summarise(counts.filter((one) => one.kind === kind)))
}

/** The status of every platform by the counts of the last day. `nowMs` is the end of that day. */
function describePlatforms(counts: readonly RequestCount[], nowMs: number): PlatformStatus[] {
  const thisHourMs = nowMs - (nowMs % HOUR_MS)
  const starts = Array.from({ length: HOURS }, (_, index) => thisHourMs - (HOURS - 1 - index) * HOUR_MS)
  const disabled = env().SOURCES_DISABLED
  return SITES.filter(({ id }) => !disabled.includes(id)).map(({ id: platform }) => {
    const own = counts.filter((one) => one.platform === platform)
    const since = (ms: number) => own.filter(({ startedAtMs }) => startedAtMs >= nowMs - ms)
    return {
      platform,
      state: stateNow(byKind(since(NOW_MS))),
      lastHour: summarise(since(HOUR_MS)),
      lastDay: summarise(own),
      hours: starts.map((startMs) => {
        const within = own.filter(({ startedAtMs }) => startedAtMs >= startMs && startedAtMs < startMs + HOUR_MS)
        return { startMs, state: stateOfHour(byKind(within)), summary: summarise(within) }
      }),
    }
  })
}

async function read(): Promise<PlatformStatus[]> {
  const nowMs = Date.now()
  const counts = await listRequestCounts(new Date(nowMs - HOURS * HOUR_MS), new Date(nowMs - HOUR_MS))
  return describePlatforms(counts, nowMs)
}

type Known = { platforms: PlatformStatus[]; readAtMs: number }

/** The status of every platform that is not switched off, by the requests of all processes; a few seconds old at most. */
export async function listPlatformStatus(): Promise<PlatformStatus[]> {
  const last = singleton<{ known: Known | null }>('platform-status', () => ({ known: null }))
  if (last.known && performance.now() - last.known.readAtMs < FRESH_MS) return last.known.platforms
  return singleFlight('platform status', async () => {
    const platforms = await read()
    last.known = { platforms, readAtMs: performance.now() }
    return platforms
  })
}
