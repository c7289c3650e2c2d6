import { pool } from '@/lib/platform/db/db'
import type { Prisma } from '@/lib/platform/generated/prisma/client'

/** Lets no job or import with this id end before the transaction does. */
export async function holdSubject(tx: Prisma.TransactionClient, id: string): Promise<void> {
  await tx.$queryRaw`select 1 from job where id = ${id}::uuid for share`
  await tx.$queryRaw`select 1 from import_batch where id = ${id}::uuid for share`
}

/** Locks the row of a notice, so that a mail that two runs send at once is sent by one of them. */
export async function lockNotice(tx: Prisma.TransactionClient, userId: string, subjectId: string): Promise<void> {
  await tx.$queryRaw`
    select 1 from end_notice where user_id = ${userId}::uuid and subject_id = ${subjectId}::uuid for update`
}

/** Deletes notices 30 days after they were wanted or sent. Run on a schedule. Returns how many there were. */
export async function purgeOldNotices(): Promise<number> {
  const { rowCount } = await pool().query(
    `delete from end_notice where coalesce(sent_at, wanted_at) < now() - interval '30 days'`,
  )
  return rowCount ?? 0
}
