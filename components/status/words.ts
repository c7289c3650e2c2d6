import type { PlatformState } from '@/lib/health/status-contract'
import { formatCount } from '../format/format-count'
import { formatPercent } from '../format/format-percent'

const STATES: Readonly<Record<PlatformState, string>> = {
  working: 'Working',
  slow: 'Slow',
  failing: 'Failing',
  quiet: 'No recent traffic',
}

/** Why a platform fails, by the code of most of its failures. */
const REASONS: Readonly<Record<string, string>> = {
  upstream_blocked: 'It is refusing requests from this server.',
  upstream_changed: 'Its responses have a format that Verbatim doesn’t support yet.',
  upstream_failed: 'Its server fails.',
  upstream_timeout: 'It doesn’t respond in time.',
  transcriber_unavailable: 'A required program is missing on this server.',
}

const links = (count: number) => (count === 1 ? '1 request' : `${formatCount(count)} requests`)

/** The texts of the status page, and of the notice beside a pasted link. */
export const words = {
  title: 'Status',
  description: 'Whether each platform responds, hour by hour.',
  lead: 'Share of links that worked in the last 24 hours. Private and deleted videos count as working.',
  allAnswer: 'No platform is failing right now.',
  noData: 'No data yet',
  failingNow: (names: string) => `Failing right now: ${names}.`,
  states: STATES,
  reason: (code: string | undefined) => REASONS[code ?? ''] ?? null,
  answered: (share: number, count: number) => `${formatPercent(share)} of ${links(count)} succeeded in 24\u00a0h`,
  latencies: (median: string, p95: string) => `half within ${median}\u00a0s, 95% within ${p95}\u00a0s`,
  byHour: (name: string) => `${name}: successful requests per hour`,
  hour: (clock: string) => `${clock} UTC`,
  hourAnswered: (state: PlatformState, answered: number, count: number) =>
    count === 0 ? 'No traffic' : `${STATES[state]}, ${formatCount(answered)} of ${formatCount(count)} succeeded`,
  dayAgo: '24 hours ago',
  now: 'Now',
  legend: 'Legend',
  legends: { working: 'succeeded', slow: 'slow', failing: 'failed', quiet: 'no traffic' },
  machine: 'API:',
  pasted: (name: string) =>
    `${name} is failing most requests from this server right now, so this link may fail. You can upload the file instead.`,
  details: 'See status',
} as const
