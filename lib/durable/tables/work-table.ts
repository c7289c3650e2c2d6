import { pool } from '@/lib/core/db/db'
import type { WorkKind } from '@/lib/core/generated/prisma/enums'

/** A run of a durable function that does some work, until another run follows it. */
export type WorkRun = { id: string; run: string }

type Search = { kind: WorkKind; functionId: string; slackSeconds: number; hasRunsHere: boolean }

const AT_A_TIME = 500

/**
 * Overdue runs, except those whose event is unsent or was sent a short time ago (longer after each loss), and those for which the
 * embedded executor (`$3`) still has an item.
 */
const FIND_LOST = `
  select w.id, w.run from work w
  where w.kind = $1::work_kind and w.expected_by < now()
    and not exists (
      select 1 from event e where e.id = w.run::text
        and (e.processed_at is null or e.processed_at > now() - make_interval(secs => $2) * 2 ^ w.lost_runs))
    and not ($3 and exists (
      select 1 from durable_run r where r.function_id = $4 and r.idempotency_key = 'event:' || w.run::text
        and r.status = 'running' and exists (select 1 from durable_item i where i.run_id = r.id)))
  order by w.expected_by limit $5`

/** Overdue runs of a kind. `hasRunsHere`: the executor of this database runs the functions. */
export async function findLostRuns({ kind, functionId, slackSeconds, hasRunsHere }: Search): Promise<WorkRun[]> {
  const values = [kind, slackSeconds, hasRunsHere, `verbatim-${functionId}`, AT_A_TIME]
  const { rows } = await pool().query<WorkRun>(FIND_LOST, values)
  return rows
}
