import type pg from 'pg'
import { pool } from './db'

/** A transaction that deletes more would hold up others, and a statement has a limit of time. */
const AT_A_TIME = 2000

/** Deletes the rows of a table for which a condition over it holds, in short transactions. Returns how many there were. */
export async function purgeRows(
  table: string,
  condition: string,
  values: readonly unknown[] = [],
  on: Pick<pg.Pool, 'query'> = pool(),
): Promise<number> {
  const statement = `delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${AT_A_TIME}))`
  for (let purged = 0; ; ) {
    const { rowCount } = await on.query(statement, [...values])
    purged += rowCount ?? 0
    if ((rowCount ?? 0) < AT_A_TIME) return purged
  }
}
