import { type Db, db, pool } from '@/lib/core/db/db'
import type { ImportItemState, SkipReason } from '@/lib/core/generated/prisma/enums'
import type { ImportRun } from './import-run'

/** Stores the counts of an import that has ended in its row, so that its episodes need not be counted again. */
export async function storeCounts(tx: Db, batchId: string): Promise<void> {
  await tx.$executeRaw`
    update import_batch b set done = c.done, failed = c.failed, skipped = c.skipped
    from (
      select count(*) filter (where state = 'done') as done, count(*) filter (where state = 'failed') as failed,
             count(*) filter (where state = 'skipped') as skipped
      from import_item where batch_id = ${batchId}::uuid
    ) c
    where b.id = ${batchId}::uuid`
}

const EXPECT = `
  update import_batch set expected_by = now() + make_interval(secs => $3)
  where id = $1 and run = $2 and status in ('queued', 'in_progress')`

/** Records by when a run is expected to have worked again. Returns whether it is still the run of its import. */
export async function expectRun({ batchId, run }: ImportRun, inSeconds: number): Promise<boolean> {
  const { rowCount } = await pool().query(EXPECT, [batchId, run, inSeconds])
  return rowCount === 1
}

/** Events of the last minute may not have been processed yet. */
const FIND_EMBEDDED = `
  select b.id as "batchId", b.run from import_batch b
  where b.status in ('queued', 'in_progress') and b.created_at < now() - interval '1 minute'
    and not exists (
      select 1 from durable_run r
      where r.function_id = $1 and r.event->'data'->>'batchId' = b.id::text
        and (r.status = 'running' or r.ended_at > now() - interval '1 minute'))
    and not exists (
      select 1 from event e
      where e.name = $2 and e.processed_at is null and e.body->'data'->>'batchId' = b.id::text)`

/** Finds open imports without a run, where the executor of this database runs them. */
export async function findImportsWithoutRun(functionId: string, eventName: string): Promise<ImportRun[]> {
  const { rows } = await pool().query<ImportRun>(FIND_EMBEDDED, [functionId, eventName])
  return rows
}

/** A server has a run wait for its slot; the longer, the more of them it seems to have lost. */
const FIND_ON_SERVER = `
  select b.id as "batchId", b.run from import_batch b
  where b.status in ('queued', 'in_progress')
    and coalesce(b.expected_by, b.created_at + make_interval(secs => $1)) < now()
    and not exists (
      select 1 from event e where e.id = case when b.run = 0 then b.id::text else b.id || ':run:' || b.run end
        and (e.processed_at is null or e.processed_at > now() - make_interval(secs => $1) * 2 ^ b.lost_runs))`

/** Finds open imports that nobody has worked on for `slackSeconds` longer than expected, where a server runs them. */
export async function findOverdueImports(slackSeconds: number): Promise<ImportRun[]> {
  const { rows } = await pool().query<ImportRun>(FIND_ON_SERVER, [slackSeconds])
  return rows
}

/** How many users have an import or a batch that is being worked on. */
export async function countImporters(tx: Db): Promise<number> {
  const [row] = await tx.$queryRaw<{ users: number }[]>`
    select count(distinct user_id)::int as users from import_batch where status = 'in_progress'`
  return row?.users ?? 0
}

/** Deletes the oldest ended imports of a user, so that a new one fits within so many imports and episodes. */
export async function deleteOldestImports(
  tx: Db,
  userId: string,
  kept: { imports: number; episodes: number },
): Promise<void> {
  await tx.$executeRaw`
    delete from import_batch where running_key is null and id in (
      select id from (
        select id, row_number() over w as newness, sum(total) over w as newer_episodes from import_batch
        where user_id = ${userId}::uuid and watch_id is null window w as (order by created_at desc, id desc)
      ) kept where newness >= ${kept.imports} or newer_episodes > ${kept.episodes})`
}

/** How many items of an import have a state and, when skipped, a reason. */
export type ItemCount = { batchId: string; state: ImportItemState; reason: SkipReason | null; items: number }

/** Counts all items of open imports, and the skipped ones of others. */
export async function countItems(open: readonly string[], skipped: readonly string[]): Promise<ItemCount[]> {
  return db().$queryRaw<ItemCount[]>`
    select batch_id as "batchId", state, reason, count(*)::int as items from import_item
    where batch_id = any(${open}::uuid[]) or (batch_id = any(${skipped}::uuid[]) and state = 'skipped')
    group by 1, 2, 3`
}
