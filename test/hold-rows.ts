import pg from 'pg'
import { expect } from 'vitest'
import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'

/** Locks rows in a separate transaction until the returned function is called. */
export async function holdRows(sql: string, values: unknown[]): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: env().DATABASE_URL })
  await client.connect()
  await client.query('begin')
  await client.query(sql, values)
  return async () => {
    await client.query('rollback')
    await client.end()
  }
}

/** Until so many sessions of this database wait for a lock. */
export async function untilWaiting(sessions: number): Promise<void> {
  const waiting = () =>
    db().$queryRaw<{ n: number }[]>`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting())[0]?.n).toBeGreaterThanOrEqual(sessions)
}
