import type pg from 'pg'
import type { DurableItemKind } from '@/lib/core/generated/prisma/enums'
import type { Tx } from './transaction'

/** The PostgreSQL channel that is notified whenever a run has work. */
export const WORK_CHANNEL = 'verbatim_durable'

/** The step id of a call that asks a function for its next step. The value is the SDK protocol's. */
export const DISCOVERY = 'step'

/** A claimed row of durable_item. */
export type Item = {
  id: string
  runId: string
  stepId: string
  kind: DurableItemKind
  attempt: number
  /** Of a step: whether the run goes on before its siblings have ended. Of a discovery: whether there may be another beside it. */
  race: boolean
  generation: number
}

export type NewItem = Pick<Item, 'runId'> &
  Partial<Pick<Item, 'stepId' | 'kind' | 'attempt' | 'race'>> & {
    /** Absent: at once. */
    dueAt?: Date | undefined
  }

/** Adds an item. */
export async function insertItem(tx: Tx, item: NewItem): Promise<void> {
  await tx.query(
    `with added as (
       insert into durable_item (run_id, step_id, kind, attempt, race, due_at)
       values ($1, $2, $3, $4, $5, coalesce($6, now())) returning 1)
     select pg_notify($7, '') from added`,
    [
      item.runId,
      item.stepId ?? DISCOVERY,
      item.kind ?? 'call',
      item.attempt ?? 0,
      item.race ?? false,
      item.dueAt ?? null,
      WORK_CHANNEL,
    ],
  )
}

/**
 * Adds a call that asks what comes next: when no step of the run is on its way any more (several in parallel go on
 * together; the losers of a race don't count), or at once after a step of a race. One that waits already serves; it is
 * locked, because one that is being claimed at this moment may have read the steps already.
 */
export async function insertDiscovery(tx: Tx, runId: string, race: boolean): Promise<void> {
  await tx.query(
    `with waiting as materialized (
       select id from durable_item where run_id = $1 and step_id = $3 and attempt = 0 and lease_until is null for update
     ), added as (
       insert into durable_item (run_id, race)
       select $1, $2 or exists (select 1 from durable_item where run_id = $1 and step_id <> $3 and race)
       where ($2 or not exists (select 1 from durable_item where run_id = $1 and step_id <> $3 and not race))
         and not exists (select 1 from waiting)
       returning 1
     ) select pg_notify($4, '') where exists (select 1 from added) or exists (select 1 from waiting)`,
    [runId, race, DISCOVERY, WORK_CHANNEL],
  )
}

/** Deletes the item of a step, also a claimed one. Returns it, or null when there is none. */
export async function deleteStepItem(tx: Tx, runId: string, stepId: string): Promise<{ race: boolean } | null> {
  const { rows } = await tx.query<{ race: boolean }>(
    'delete from durable_item where run_id = $1 and step_id = $2 returning race',
    [runId, stepId],
  )
  return rows[0] ?? null
}

/** Deletes a claimed item. Returns false when it has been taken over, or is gone. */
export async function deleteClaimed(tx: Tx, item: Pick<Item, 'id' | 'generation'>): Promise<boolean> {
  const { rowCount } = await tx.query('delete from durable_item where id = $1 and generation = $2', [
    item.id,
    item.generation,
  ])
  return rowCount === 1
}

/** Deletes the items of an ended run, except those that are running: they still count towards its limits. */
export async function deleteIdleItems(tx: Tx, runId: string): Promise<void> {
  await tx.query('delete from durable_item where run_id = $1 and (lease_until is null or lease_until <= now())', [
    runId,
  ])
}

/** Restarts a claimed item's attempts and lease after a successful step. Returns false when it has been taken over. */
export async function renewClaimed(tx: Tx, item: Pick<Item, 'id' | 'generation'>, leaseMs: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update durable_item set attempt = 0, lease_until = now() + $3 * interval '1 millisecond'
     where id = $1 and generation = $2`,
    [item.id, item.generation, leaseMs],
  )
  return rowCount === 1
}

/** Releases a claimed item to be claimed again at once; the outcome of its present execution is refused. */
export async function restartClaimed(tx: Tx, id: string): Promise<void> {
  await tx.query(
    `with freed as (
       update durable_item set lease_until = null, lease_owner = null, generation = generation + 1 where id = $1 returning 1)
     select pg_notify($2, '') from freed`,
    [id, WORK_CHANNEL],
  )
}

/** Renews the leases of running items. */
export async function renewLeases(pool: pg.Pool, items: readonly Item[], leaseMs: number): Promise<void> {
  await pool.query(
    `update durable_item i set lease_until = now() + $3 * interval '1 millisecond'
     from unnest($1::bigint[], $2::int[]) as held(id, generation)
     where i.id = held.id and i.generation = held.generation`,
    [items.map(({ id }) => id), items.map(({ generation }) => generation), leaseMs],
  )
}
