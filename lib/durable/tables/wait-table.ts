import type { DurableWaitKind } from '@/lib/core/generated/prisma/enums'
import type { DurableEvent } from '../functions/durable-function'
import type { Tx } from './transaction'

/** A run that waits for an event of some name. */
export type Wait = {
  id: string
  runId: string
  stepId: string | null
  expression: string | null
  kind: DurableWaitKind
  /** The event that started the run. */
  trigger: DurableEvent
}

export type NewWait = Pick<Wait, 'runId' | 'stepId' | 'expression' | 'kind'> & { eventName: string; expiresAt: Date }

export async function insertWait(tx: Tx, wait: NewWait): Promise<void> {
  await tx.query(
    `insert into durable_wait (run_id, step_id, event_name, expression, expires_at, kind) values ($1, $2, $3, $4, $5, $6)`,
    [wait.runId, wait.stepId, wait.eventName, wait.expression, wait.expiresAt, wait.kind],
  )
}

/** The waits for events of a name that haven't timed out, oldest first. */
export async function listWaits(tx: Tx, eventName: string): Promise<Wait[]> {
  const { rows } = await tx.query<Wait>(
    `select w.id, w.run_id as "runId", w.step_id as "stepId", w.expression, w.kind, r.event as trigger
     from durable_wait w join durable_run r on r.id = w.run_id
     where w.event_name = $1 and w.expires_at > now() order by w.id`,
    [eventName],
  )
  return rows
}

export async function deleteWaits(tx: Tx, runId: string, stepId: string | null = null): Promise<void> {
  await tx.query(`delete from durable_wait where run_id = $1 and ($2::text is null or step_id = $2)`, [runId, stepId])
}
