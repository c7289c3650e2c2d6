import type pg from 'pg'
import { containing, type Tally } from './history-filter'

/** The longest beginning of a part of which it is counted which character follows. */
const BEGINNING = {
  name: 'counted_beginning_of_id_part',
  text: `select length(part) as length from id_part where user_id = $1 and part = any($2) order by length(part) desc limit 1`,
}

const COUNT = {
  name: 'count_id_part',
  text: `select platform, state, sum(entries)::int as entries
         from (select platform, state, entries from id_part_tally where user_id = $1 and part = $2
               union all
               select platform, state, change from entry_tally_change where user_id = $1 and folded_id like $3) as counted
         group by platform, state having sum(entries) > 0`,
}

/**
 * How many of a user's entries have a part, in lower case, in their id, by platform and state, where that is counted as they
 * come and go; null where it is not, because no more than some thousands can have it.
 */
export async function countIdPart(
  client: Pick<pg.ClientBase, 'query'>,
  userId: string,
  part: string,
): Promise<Tally[] | null> {
  const characters = [...part]
  const beginnings = characters.map((_, length) => characters.slice(0, length).join(''))
  const { rows: longest } = await client.query<{ length: number }>({ ...BEGINNING, values: [userId, beginnings] })
  const [beginning] = longest
  if (!beginning) return null
  const counted = characters.slice(0, beginning.length + 1).join('')
  const { rows } = await client.query<Tally>({ ...COUNT, values: [userId, counted, containing(counted)] })
  return counted === part || rows.length === 0 ? rows : null
}
