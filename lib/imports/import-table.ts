import { type Db, db } from '@/lib/core/db/db'
import { Prisma } from '@/lib/core/generated/prisma/client'
import type { ImportItemState, SkipReason } from '@/lib/core/generated/prisma/enums'

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

/** How many users have an import or a batch that is being worked on. */
export async function countImporters(tx: Db): Promise<number> {
  const [row] = await tx.$queryRaw<{ users: number }[]>`
    select count(distinct user_id)::int as users from import_batch where status = 'in_progress'`
  return row?.users ?? 0
}

/** A user's imports and batches that are open; those that wait have no run. */
const openOf = (userId: string) => Prisma.sql`
  select b.id, b.created_at, b.status = 'queued' and not exists (
    select 1 from work w where w.kind = 'import' and w.id = b.id::text) as waits
  from import_batch b
  where b.user_id = ${userId}::uuid and b.watch_id is null and b.status in ('queued', 'in_progress')`

/** How many imports and batches of a user are running, or will when they have their turn, and how many wait to begin. */
export async function countOpenImports(tx: Db, userId: string): Promise<{ running: number; waiting: number }> {
  const [row] = await tx.$queryRaw<{ running: number; waiting: number }[]>`
    select count(*) filter (where not waits)::int as running, count(*) filter (where waits)::int as waiting
    from (${openOf(userId)}) open`
  return row ?? { running: 0, waiting: 0 }
}

/** The ids of a user's imports that wait, the oldest first, at most so many. */
export async function listWaitingImports(tx: Db, userId: string, most: number): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select id from (${openOf(userId)}) open where waits order by created_at, id limit ${most}`
  return rows.map(({ id }) => id)
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

/** The link of a feed with sealed credentials by which a user has imported or watches it, the latest with which it was read; null: none. */
export async function findSealedLink(userId: string, plain: string): Promise<string | null> {
  const [row] = await db().$queryRaw<{ link: string }[]>`
    select link from (
      select source_url as link, created_at from import_batch where user_id = ${userId}::uuid and feed_url is not null
      union all
      select source_url, created_at from watch where user_id = ${userId}::uuid and first_read_at is not null
    ) own
    where link ~ '^https?://sealed:' and regexp_replace(link, '//sealed:[^@/]*@', '//') = ${plain}
    order by created_at desc limit 1`
  return row?.link ?? null
}
