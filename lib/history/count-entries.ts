import type pg from 'pg'
import type { Tally } from './history-filter'

const COUNT = {
  name: 'count_entries',
  text: `select platform, state, sum(entries)::int as entries
         from (select platform, state, entries from entry_tally where user_id = $1
               union all
               select platform, state, change from entry_tally_change where user_id = $1) as counted
         group by platform, state having sum(entries) > 0`,
}

/** How many entries a user has, by platform and state: of what was counted as they came and went. */
export async function countEntries(client: Pick<pg.ClientBase, 'query'>, userId: string): Promise<Tally[]> {
  const { rows } = await client.query<Tally>({ ...COUNT, values: [userId] })
  return rows
}
