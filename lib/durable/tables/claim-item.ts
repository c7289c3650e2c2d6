import type pg from 'pg'
import type { ExecutorContext } from '../context'
import { DISCOVERY, type Item } from './item-table'
import { transaction } from './transaction'

/** The advisory lock of the executor that claims. */
export const CLAIM_LOCK = 7_311_001

export type Claim = { item: Item | null; nextDueMs: number | null }

const CLAIM = `
  with busy as (
    select key, count(*) as calls
    from durable_item i join durable_run r on r.id = i.run_id, unnest(r.concurrency_keys) as key
    where i.kind = 'call' and i.lease_until > now() group by key
  ), next as (
    select i.id from durable_item i join durable_run r on r.id = i.run_id
    where i.due_at <= now() and (i.lease_until is null or i.lease_until <= now()) and r.function_id = any($3)
      and (i.kind <> 'call' or not exists (
        select 1 from unnest(r.concurrency_keys, r.concurrency_limits) as own(key, most)
        join busy on busy.key = own.key where busy.calls >= own.most))
      and (i.step_id <> $4 or not exists (
        select 1 from durable_item o
        where o.run_id = i.run_id and o.step_id = $4 and o.id <> i.id and o.lease_until > now()))
    order by i.due_at, i.id limit 1 for update of i skip locked
  )
  update durable_item i
  set lease_until = now() + $1 * interval '1 millisecond', lease_owner = $2, generation = generation + 1
  from next where i.id = next.id
  returning i.id, i.run_id as "runId", i.step_id as "stepId", i.kind, i.attempt, i.race, i.generation`

const FIND_DUE = `
  select exists (
    select 1 from durable_item i join durable_run r on r.id = i.run_id
    where i.due_at <= now() and (i.lease_until is null or i.lease_until <= now()) and r.function_id = any($1)
  ) as due, (
    select (extract(epoch from min(i.due_at) - now()) * 1000)::float8
    from durable_item i join durable_run r on r.id = i.run_id
    where i.due_at > now() and r.function_id = any($1)
  ) as "nextDueMs"`

/** Checks for due items without the claim lock; returns also in how many milliseconds the next one is due. */
async function findDue(pool: pg.Pool, functionIds: string[]): Promise<{ due: boolean; nextDueMs: number | null }> {
  const { rows } = await pool.query<{ due: boolean; nextDueMs: number | null }>(FIND_DUE, [functionIds])
  return rows[0] ?? { due: false, nextDueMs: null }
}

async function claimDue({ pool, leaseMs, owner }: ExecutorContext, functionIds: string[]): Promise<Item | null> {
  return transaction(pool, async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [CLAIM_LOCK])
    const { rows } = await tx.query<Item>(CLAIM, [leaseMs, owner, functionIds, DISCOVERY])
    return rows[0] ?? null
  })
}

/**
 * Leases the item that has been due for longest, of the functions that this executor knows. Skips functions at their
 * concurrency limit, and a second call that asks the same run for its next step. Without an item, returns in how many
 * milliseconds the next one is due. Only one claim runs at a time, in all processes, which keeps the limits exact; the
 * lock is not taken when nothing is due.
 */
export async function claimItem(context: ExecutorContext): Promise<Claim> {
  const functionIds = [...context.functions.keys()]
  const { due, nextDueMs } = await findDue(context.pool, functionIds)
  const item = due ? await claimDue(context, functionIds) : null
  return { item, nextDueMs: item ? null : nextDueMs }
}
