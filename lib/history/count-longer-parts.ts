import type pg from 'pg'
import { containing } from './history-filter'

/** So many entries are counted while somebody waits. What more of them have in their ids is counted beforehand. */
export const MOST_COUNTED = 10_000

/** The shortest parts that too many entries have by now. The empty one is every entry's. */
const FULL = `
  with tallied as (
    select '' as part, entries from entry_tally where user_id = $1
    union all
    select part, entries from id_part_tally where user_id = $1),
  full_parts as (
    select part from tallied group by part
    having sum(entries) > ${MOST_COUNTED} and part not in (select part from id_part where user_id = $1))
  select part from full_parts where length(part) = (select min(length(part)) from full_parts)`

/** So few are looked for in each id before it is taken apart. */
const FEW = 8

const COUNT = `
  with counted as (insert into id_part (user_id, part) select $1, unnest($2::text[]))
  insert into id_part_tally (user_id, part, platform, state, entries)
  select $1, s.part, e.platform, e.state, count(*)
  from entry e
  cross join lateral (select distinct substr(e.folded_id, i, $3 + 1) as part
                      from generate_series(1, length(e.folded_id) - $3) as i
                      where substr(e.folded_id, i, $3) = any($2)) as s
  where e.user_id = $1 and ($4::text[] is null or e.folded_id like any($4))
  group by s.part, e.platform, e.state`

/**
 * Sees to it that of a user's entries no more than 10,000 have to be counted to tell how many have some part in their
 * id: of every part that more of them have, it is counted how many have which character after it. To be called in a snapshot
 * in which all changes are counted in.
 */
export async function countLongerParts(client: Pick<pg.ClientBase, 'query'>, userId: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ part: string }>(FULL, [userId])
    const [first] = rows
    if (!first) return
    const parts = rows.map(({ part }) => part)
    const patterns = parts.length > FEW ? null : parts.map(containing)
    await client.query(COUNT, [userId, parts, first.part.length, patterns])
  }
}
