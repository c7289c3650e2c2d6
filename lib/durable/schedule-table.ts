import type pg from 'pg'
import type { Tx } from './transaction'

/** When schedules last fired. One that is new counts as having fired now. */
export async function readSchedules(pool: pg.Pool, ids: readonly string[], now: Date): Promise<Map<string, Date>> {
  await pool.query(
    `insert into durable_schedule (id, fired_at)
     select id, $2 from unnest($1::text[]) as id where id not in (select id from durable_schedule) on conflict do nothing`,
    [ids, now],
  )
  const { rows } = await pool.query<{ id: string; firedAt: Date }>(
    `select id, fired_at as "firedAt" from durable_schedule where id = any($1)`,
    [ids],
  )
  return new Map(rows.map(({ id, firedAt }) => [id, firedAt]))
}

/** Notes that a schedule fires. False: it already has since it was read. */
export async function markFired(tx: Tx, id: string, since: Date, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query('update durable_schedule set fired_at = $3 where id = $1 and fired_at = $2', [
    id,
    since,
    now,
  ])
  return rowCount === 1
}
