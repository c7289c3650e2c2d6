import { listPlatformStatus, type PlatformStatus, type RequestSummary } from '@/lib/sources/status/platform-status'
import type { PlatformStatusView, RequestSummaryView, StatusView } from './status-contract'

const inSeconds = (milliseconds: number | null) => (milliseconds === null ? null : milliseconds / 1000)

function toSummary({ medianMs, p95Ms, ...summary }: RequestSummary): RequestSummaryView {
  return { ...summary, median_seconds: inSeconds(medianMs), p95_seconds: inSeconds(p95Ms) }
}

function toView({ platform, state, lastHour, lastDay, hours }: PlatformStatus): PlatformStatusView {
  return {
    platform,
    state,
    last_hour: toSummary(lastHour),
    last_day: toSummary(lastDay),
    hours: hours.map(({ startMs, state: ofHour, summary }) => ({
      start: new Date(startMs).toISOString(),
      state: ofHour,
      requests: summary.requests,
      answered: summary.answered,
      median_seconds: inSeconds(summary.medianMs),
    })),
  }
}

/** The public page on whether the platforms answer. */
export async function getStatus(): Promise<StatusView> {
  return { platforms: (await listPlatformStatus()).map(toView) }
}

/** The words of /health on the platforms: `ok`, or those that are failing now with the most frequent reason. */
export async function describeFailingPlatforms(): Promise<string> {
  const failing = (await listPlatformStatus()).filter(({ state }) => state === 'failing')
  if (failing.length === 0) return 'ok'
  const names = failing.map(({ platform, lastHour }) => {
    const [reason] = Object.entries(lastHour.failures).sort(([, a], [, b]) => b - a)
    return `${platform} (${reason?.[0] ?? 'unknown'})`
  })
  return `failing: ${names.join(', ')}`
}
