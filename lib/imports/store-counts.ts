import type { Db } from '@/lib/platform/db'

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
