import type pg from 'pg'
import { pool } from '@/lib/platform/db'
import { countLongerParts } from './count-longer-parts'

/** Whoever folds does it alone: another one has nothing left to do then. */
const FOLD_LOCK = 7_311_078

/** A part of an id is counted in where it is counted at all: `id_part` has what is one character shorter. */
const FOLD = `
  with gone as (delete from entry_tally_change returning user_id, platform, state, folded_id, change),
       entries as (
         insert into entry_tally (user_id, platform, state, entries)
         select user_id, platform, state, sum(change)::int from gone group by user_id, platform, state
         on conflict (user_id, platform, state) do update set entries = entry_tally.entries + excluded.entries),
       parts as (
         insert into id_part_tally (user_id, part, platform, state, entries)
         select g.user_id, s.part, g.platform, g.state, sum(g.change)::int
         from gone g
         cross join lateral (select distinct substr(g.folded_id, i, n) as part
                             from generate_series(1, length(g.folded_id)) as i,
                                  generate_series(1, length(g.folded_id) - i + 1) as n) as s
         join id_part p on p.user_id = g.user_id and p.part = left(s.part, -1)
         where g.user_id in (select user_id from id_part where part = '')
         group by g.user_id, s.part, g.platform, g.state having sum(g.change) <> 0
         on conflict (user_id, part, platform, state) do update set entries = id_part_tally.entries + excluded.entries)
  select user_id as "userId", count(*)::int as changes from gone group by user_id`

/** All in one snapshot: the changes that are counted in are those of the entries that are there to be counted. */
async function fold(client: pg.PoolClient): Promise<number> {
  await client.query('begin isolation level repeatable read')
  const { rows } = await client.query<{ userId: string; changes: number }>(FOLD)
  for (const { userId } of rows) await countLongerParts(client, userId)
  await client.query('commit')
  return rows.reduce((sum, { changes }) => sum + changes, 0)
}

/**
 * Counts in what has changed since the last time, and gives how many changes that were. To be called now and then; counts are
 * exact without it, but slower.
 */
export async function foldTallies(): Promise<number> {
  const client = await pool().connect()
  try {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [FOLD_LOCK])
    const folded = rows[0]?.mine ? await fold(client) : 0
    if (rows[0]?.mine) await client.query('select pg_advisory_unlock($1)', [FOLD_LOCK])
    client.release()
    return folded
  } catch (error) {
    // With the connection its transaction and its lock end.
    client.release(true)
    throw error
  }
}
