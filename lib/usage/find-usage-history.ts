import type { Actor } from '@/lib/core/actor'
import { Problem } from '@/lib/core/problem/problem'
import { MAX_DAYS, type UsageHistory, type UsageHistoryQuery } from './contract'
import { findUsageByDay, type UsageRow } from './usage-history-table'

const DAY_MS = 86_400_000

const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)

function groupByDay(rows: readonly UsageRow[]): UsageHistory['days'] {
  const days: UsageHistory['days'] = []
  for (const { day, ...platform } of rows) {
    const last = days.at(-1)
    if (last?.day !== day) days.push({ day, seconds: platform.seconds, platforms: [platform] })
    else {
      last.seconds += platform.seconds
      last.platforms.push(platform)
    }
  }
  return days
}

/**
 * The caller's charges by day, in UTC, and platform. A charge counts on the day on which the transcript was first
 * charged, also when it was continued later. The days are at most 90, the last ones where more are asked for. Throws
 * `invalid_range` when the first day is after the last.
 */
export async function findUsageHistory(
  { userId }: Actor,
  { from, to }: Pick<UsageHistoryQuery, 'from' | 'to'>,
  now = new Date(),
): Promise<UsageHistory> {
  const last = Date.parse(`${to ?? toDay(now.getTime())}T00:00:00Z`)
  const earliest = last - (MAX_DAYS - 1) * DAY_MS
  const asked = from === null ? earliest : Date.parse(`${from}T00:00:00Z`)
  if (asked > last) throw new Problem('invalid_range')
  const first = Math.max(asked, earliest)
  const days = groupByDay(await findUsageByDay(userId, new Date(first), new Date(last + DAY_MS)))
  return {
    from: toDay(first),
    to: toDay(last),
    total_seconds: days.reduce((sum, { seconds }) => sum + seconds, 0),
    days,
  }
}

/** A history of usage as CSV (RFC 4180), with a row for each day and platform. */
export function renderUsageCsv({ days }: UsageHistory): string {
  const rows = days.flatMap(({ day, platforms }) =>
    platforms.map(({ platform, seconds, transcripts }) => [day, platform, seconds, transcripts].join(',')),
  )
  return `${['day,platform,seconds,transcripts', ...rows].join('\r\n')}\r\n`
}
