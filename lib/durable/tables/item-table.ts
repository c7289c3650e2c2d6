import type pg from 'pg'
import type { DurableItemKind } from '@/lib/core/generated/prisma/enums'
import type { Tx } from './transaction'

/** The step id of a call that asks a function for its next step. The value is the SDK protocol's. */
export const DISCOVERY = 'step'

/** A row of durable_item. */
export type Item = {
  id: string
  runId: string
  stepId: string
  kind: DurableItemKind
  attempt: number
  /**
   * For a step: whether the run continues before its siblings end. For a discovery: whether another may run beside it.
   */
  race: boolean
}

export type NewItem = Pick<Item, 'runId'> &
  Partial<Pick<Item, 'stepId' | 'kind' | 'attempt' | 'race'>> & {
    /** The default is now. */
    dueAt?: Date | undefined
  }

export async function insertItem(tx: Tx, item: NewItem): Promise<void> {
  await tx.query(
    `insert into durable_item (run_id, step_id, kind, attempt, race, due_at)
     values ($1, $2, $3, $4, $5, coalesce($6, now()))`,
    [
      item.runId,
      item.stepId ?? DISCOVERY,
      item.kind ?? 'call',
      item.attempt ?? 0,
      item.race ?? false,
      item.dueAt ?? null,
    ],
  )
}

/**
 * Adds a call that asks what comes next: when no step of the run is on its way any more (several in parallel continue
 * together; the losers of a race don't count), or immediately after a step of a race.
 */
export async function insertDiscovery(tx: Tx, runId: string, race: boolean): Promise<void> {
  await tx.query(
    `insert into durable_item (run_id, race)
     select $1, $2 or exists (select 1 from durable_item where run_id = $1 and step_id <> $3 and race)
     where $2 or not exists (select 1 from durable_item where run_id = $1 and step_id <> $3 and not race)`,
    [runId, race, DISCOVERY],
  )
}

/**
 * The first calls of a run that ask what comes next. One call answers them all, if it reads the steps afterwards: each was
 * committed with its step.
 */
export async function listDiscoveries(pool: pg.Pool, runId: string): Promise<Pick<Item, 'id' | 'race'>[]> {
  const { rows } = await pool.query<Pick<Item, 'id' | 'race'>>(
    'select id, race from durable_item where run_id = $1 and step_id = $2 and attempt = 0',
    [runId, DISCOVERY],
  )
  return rows
}

/** Deletes the item of a step, also a running one. Returns it, or null when there is none. */
export async function deleteStepItem(tx: Tx, runId: string, stepId: string): Promise<{ race: boolean } | null> {
  const { rows } = await tx.query<{ race: boolean }>(
    'delete from durable_item where run_id = $1 and step_id = $2 returning race',
    [runId, stepId],
  )
  return rows[0] ?? null
}

/** Deletes a running item with those that its call has answered. Returns false when it is gone already. */
export async function deleteItem(tx: Tx, id: string, answered: readonly string[]): Promise<boolean> {
  const { rows } = await tx.query<{ id: string }>('delete from durable_item where id = any($1) returning id', [
    [id, ...answered],
  ])
  return rows.some((row) => row.id === id)
}

/** Deletes the items of an ended run; the outcomes of running ones are not used then. */
export async function deleteItems(tx: Tx, runId: string): Promise<void> {
  await tx.query('delete from durable_item where run_id = $1', [runId])
}

/** Restarts an item's attempts after a successful step. Returns false when the item is gone. */
export async function resetAttempts(tx: Tx, id: string): Promise<boolean> {
  const { rowCount } = await tx.query('update durable_item set attempt = 0 where id = $1', [id])
  return rowCount === 1
}

/** Has a running item called again; it gets another id, so that the outcome of its present execution is not used. */
export async function restartItem(tx: Tx, id: string): Promise<void> {
  await tx.query(
    `with gone as (delete from durable_item where id = $1 returning run_id, step_id, kind, race)
     insert into durable_item (run_id, step_id, kind, race) select run_id, step_id, kind, race from gone`,
    [id],
  )
}
