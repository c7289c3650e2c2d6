import type pg from 'pg'
import { containing, type Tally } from './history-filter'

const IS_COUNTED = {
  name: 'is_id_part_counted',
  text: `select from id_part where user_id = $1 and part = left(lower($2), -1)`,
}

const COUNT = {
  name: 'count_id_part',
  text: `select platform, state, sum(entries)::int as entries
         from (select platform, state, entries from id_part_tally where user_id = $1 and part = lower($2)
               union all
               select platform, state, change from entry_tally_change where user_id = $1 and folded_id like lower($3)) as counted
         group by platform, state having sum(entries) > 0`,
}

/**
 * How many of a user's entries have a part in their id, by platform and state, where that is counted as they come and go; null
 * where it is not, because no more than some thousands can have it.
 */
export async function countIdPart(
  client: Pick<pg.ClientBase, 'query'>,
  userId: string,
  part: string,
): Promise<Tally[] | null> {
  const { rowCount } = await client.query({ ...IS_COUNTED, values: [userId, part] })
  if (!rowCount) return null
  const { rows } = await client.query<Tally>({ ...COUNT, values: [userId, part, containing(part)] })
  return rows
}
