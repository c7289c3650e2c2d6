import { pool } from '@/lib/platform/db'

/** Done by several at once, each change is counted in by one of them. */
const FOLD = `
  with gone as (delete from entry_tally_change returning user_id, platform, state, change),
       sums as (select user_id, platform, state, sum(change)::int as change from gone group by user_id, platform, state)
  insert into entry_tally (user_id, platform, state, entries)
  select user_id, platform, state, change from sums order by user_id, platform, state
  on conflict (user_id, platform, state) do update set entries = entry_tally.entries + excluded.entries`

/** Counts in what has changed since the last time. To be called now and then; counts are exact without it, but slower. */
export async function foldTallies(): Promise<number> {
  const { rowCount } = await pool().query(FOLD)
  return rowCount ?? 0
}
