import type pg from 'pg'
import type { Tx } from './transaction'

/** When schedules last fired. A new schedule counts as fired now, and is not returned yet. */
export async function listSchedules(pool: pg.Pool, ids: readonly string[], now: Date): Promise<Map<string, Date>> {
  const { rows } = await pool.query<{ id: string; firedAt: Date }>(
    `select id, fired_at as "firedAt" from durable_schedule where id = any($1)`,
    [ids],
  )
  const known = new Map(rows.map(({ id, firedAt }) => [id, firedAt]))
  if (known.size < ids.length) await addSchedules(pool, ids, now)
  return known
}

async function addSchedules(pool: pg.Pool, ids: readonly string[], now: Date): Promise<void> {
  await pool.query(
    'insert into durable_schedule (id, fired_at) select id, $2 from unnest($1::text[]) as id on conflict do nothing',
    [ids, now],
  )
}

export async function markFired(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.query('update durable_schedule set fired_at = $2 where id = $1', [id, now])
}
