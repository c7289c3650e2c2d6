import { pool } from '@/lib/core/db/db'
import { purgeRows } from '@/lib/core/db/purge-rows'
import type { PlatformRequestKind } from '@/lib/core/generated/prisma/enums'

/** How many requests to a platform had one outcome within one latency bucket, in one interval of five minutes. */
export type RequestCount = {
  startedAtMs: number
  platform: string
  kind: PlatformRequestKind
  outcome: string
  /** The upper end of the bucket. */
  latencyMs: number
  count: number
}

const ADD = `
  insert into platform_request_count as counted (started_at, platform, kind, outcome, latency_ms, count)
  select to_timestamp(started_ms / 1000.0), platform, kind::platform_request_kind, outcome, latency_ms, count
  from unnest($1::float8[], $2::text[], $3::text[], $4::text[], $5::int[], $6::int[])
    as added (started_ms, platform, kind, outcome, latency_ms, count)
  -- In one order, so that two processes never wait for each other's rows.
  order by 1, 2, 3, 4, 5
  on conflict (started_at, platform, kind, outcome, latency_ms) do update set count = counted.count + excluded.count`

/** Adds counts to those of all processes, in one statement. */
export async function addRequestCounts(counts: readonly RequestCount[]): Promise<void> {
  await pool().query(ADD, [
    counts.map(({ startedAtMs }) => startedAtMs),
    counts.map(({ platform }) => platform),
    counts.map(({ kind }) => kind),
    counts.map(({ outcome }) => outcome),
    counts.map(({ latencyMs }) => latencyMs),
    counts.map(({ count }) => count),
  ])
}

/** Recent counts stay apart, older ones are joined by the hour: a page needs no more. */
const LIST = `
  select extract(epoch from case when started_at >= $2 then started_at else date_trunc('hour', started_at, 'UTC') end)::float8
      * 1000 as "startedAtMs",
    platform, kind, outcome, latency_ms as "latencyMs", sum(count)::int as count
  from platform_request_count where started_at >= $1
  group by 1, 2, 3, 4, 5`

/** The counts of all processes since a time: by five minutes since `fineSince`, before that by the hour. */
export async function listRequestCounts(since: Date, fineSince: Date): Promise<RequestCount[]> {
  const { rows } = await pool().query<RequestCount>(LIST, [since, fineSince])
  return rows
}

/** Deletes the counts of more than three days ago. Returns how many rows there were. */
export function purgeFormerRequestCounts(): Promise<number> {
  return purgeRows('platform_request_count', `started_at < now() - interval '3 days'`)
}
