import type pg from 'pg'
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
