import type pg from 'pg'

/** How the durable functions are getting on, for the whole service. Ages in seconds; null: never, or nothing. */
export type ExecutorState = {
  seenSecondsAgo: number | null
  doneSecondsAgo: number | null
  running: number
  /** How much is due and not running. */
  waiting: number
  /** How long the oldest of it has been due. */
  oldestSeconds: number | null
}

type Report = { epoch: number; runningIds: readonly string[]; doneAt: Date | null }

/** Reports the state of the embedded executor. One whose epoch is over reports nothing. */
export async function reportState(pool: pg.Pool, { epoch, runningIds, doneAt }: Report): Promise<void> {
  await pool.query(
    `update durable_executor set seen_at = now(), done_at = coalesce($2, done_at), running = cardinality($3::bigint[]),
       waiting = due.count, waiting_since = due.oldest
     from (
       select count(*)::int as count, min(due_at) as oldest from durable_item where due_at <= now() and id <> all($3)
     ) due
     where epoch = $1`,
    [epoch, doneAt, runningIds],
  )
}

/** Reports that an Inngest server has called a function and got its answer. */
export async function reportCall(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into durable_executor (id, epoch, seen_at, done_at) values (1, 0, now(), now())
     on conflict (id) do update set seen_at = now(), done_at = now(), running = 0, waiting = 0, waiting_since = null`,
  )
}

const READ = `
  select extract(epoch from now() - seen_at)::float8 as "seenSecondsAgo",
    extract(epoch from now() - done_at)::float8 as "doneSecondsAgo", running, waiting,
    extract(epoch from now() - waiting_since)::float8 as "oldestSeconds"
  from durable_executor`

const NONE: ExecutorState = { seenSecondsAgo: null, doneSecondsAgo: null, running: 0, waiting: 0, oldestSeconds: null }

export async function readState(pool: pg.Pool): Promise<ExecutorState> {
  const { rows } = await pool.query<ExecutorState>(READ)
  return rows[0] ?? NONE
}

export type FunctionQueue = { functionId: string; count: number }

/** How much is due of each durable function, running or not. */
export async function countDue(pool: pg.Pool): Promise<FunctionQueue[]> {
  const { rows } = await pool.query<FunctionQueue>(
    `select r.function_id as "functionId", count(*)::int as count
     from durable_item i join durable_run r on r.id = i.run_id where i.due_at <= now() group by r.function_id`,
  )
  return rows
}

export type UnsentEvents = { count: number; oldestSeconds: number | null }

/** The events that no executor and no Inngest server has taken yet. */
export async function readUnsentEvents(pool: pg.Pool): Promise<UnsentEvents> {
  const { rows } = await pool.query<UnsentEvents>(
    `select count(*)::int as count, extract(epoch from now() - min(created_at))::float8 as "oldestSeconds"
     from event where processed_at is null`,
  )
  return rows[0] ?? { count: 0, oldestSeconds: null }
}
