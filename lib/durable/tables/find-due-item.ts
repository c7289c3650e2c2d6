import type { ExecutorContext } from '../context'
import { DISCOVERY, type Item } from './item-table'

/** An item that is due, with the keys against which its call counts. */
export type DueItem = Item & { concurrencyKeys: string[] }

const FIND_DUE = `
  with busy as (
    select key, count(*) as calls from unnest($2::text[]) as key group by key
  )
  select i.id, i.run_id as "runId", i.step_id as "stepId", i.kind, i.attempt, i.race,
    r.concurrency_keys as "concurrencyKeys"
  from durable_item i join durable_run r on r.id = i.run_id
  where i.due_at <= now() and i.id <> all($1) and r.function_id = any($3)
    and (i.kind <> 'call' or not exists (
      select 1 from unnest(r.concurrency_keys, r.concurrency_limits) as own(key, most)
      join busy on busy.key = own.key where busy.calls >= own.most))
    and (i.step_id <> $4 or i.run_id <> all($5))
  order by i.due_at - make_interval(secs => r.priority), i.id limit 1`

const FIND_NEXT_DUE = `
  select (extract(epoch from min(i.due_at) - now()) * 1000)::float8 as "nextDueMs"
  from durable_item i join durable_run r on r.id = i.run_id
  where i.due_at > now() and r.function_id = any($1)`

/**
 * The item that has been due for longest, counting the priority of its run, of the functions that this executor knows and
 * besides the running ones. Passes over functions at their concurrency limit, and over a second call that asks the same run
 * for its next step. Without an item, returns in how many milliseconds the next one is due.
 */
export async function findDueItem(
  { pool, functions }: Pick<ExecutorContext, 'pool' | 'functions'>,
  running: readonly DueItem[],
): Promise<{ item: DueItem | null; nextDueMs: number | null }> {
  const functionIds = [...functions.keys()]
  const { rows } = await pool.query<DueItem>(FIND_DUE, [
    running.map(({ id }) => id),
    running.filter(({ kind }) => kind === 'call').flatMap(({ concurrencyKeys }) => concurrencyKeys),
    functionIds,
    DISCOVERY,
    running.filter(({ stepId }) => stepId === DISCOVERY).map(({ runId }) => runId),
  ])
  if (rows[0]) return { item: rows[0], nextDueMs: null }
  const next = await pool.query<{ nextDueMs: number | null }>(FIND_NEXT_DUE, [functionIds])
  return { item: null, nextDueMs: next.rows[0]?.nextDueMs ?? null }
}
