import type pg from 'pg'
import { pool } from '@/lib/core/db/db'
import type { Tally } from './library-filter'

const COUNT = {
  name: 'count_library_items',
  text: `select platform, state, sum(items)::int as "libraryItems"
         from (select platform, state, items from library_item_tally where user_id = $1
               union all
               select platform, state, change from library_item_tally_change where user_id = $1) as counted
         group by platform, state having sum(items) > 0`,
}

/** How many library items a user has, by platform and state: the tallies and the changes not yet merged into them. */
export async function countLibraryItems(client: Pick<pg.ClientBase, 'query'>, userId: string): Promise<Tally[]> {
  const { rows } = await client.query<Tally>({ ...COUNT, values: [userId] })
  return rows
}

/** One process merges at a time; the others skip it. */
const MERGE_LOCK = 7_311_078

const MERGE = `
  with turn as materialized (select pg_try_advisory_xact_lock(${MERGE_LOCK}) as mine),
       gone as (delete from library_item_tally_change where (select mine from turn)
                returning user_id, platform, state, change),
       entries as (
         insert into library_item_tally (user_id, platform, state, items)
         select user_id, platform, state, sum(change)::int from gone group by user_id, platform, state
         on conflict (user_id, platform, state) do update set items = library_item_tally.items + excluded.items)
  select count(*)::int as changes from gone`

/**
 * Merges the recorded changes into the tallies and returns how many changes there were. Run on a schedule; counts are
 * exact without it, but slower.
 */
export async function mergeTallyChanges(): Promise<number> {
  const { rows } = await pool().query<{ changes: number }>(MERGE)
  return rows[0]?.changes ?? 0
}
