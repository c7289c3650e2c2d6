import { db } from '@/lib/core/db/db'
import { purgeRows } from '@/lib/core/db/purge-rows'
import type { Prisma } from '@/lib/core/generated/prisma/client'

/** Lets no job or import with this id end before the transaction does. */
export async function holdSubject(tx: Prisma.TransactionClient, id: string): Promise<void> {
  await tx.$queryRaw`select 1 from job where id = ${id}::uuid for share`
  await tx.$queryRaw`select 1 from import_batch where id = ${id}::uuid for share`
}

/** Locks the row of a notice, so that only one of two concurrent runs sends the mail. */
export async function lockNotice(tx: Prisma.TransactionClient, userId: string, subjectId: string): Promise<void> {
  await tx.$queryRaw`
    select 1 from end_notice where user_id = ${userId}::uuid and subject_id = ${subjectId}::uuid for update`
}

/** Deletes notices 30 days after they were wanted or sent. Run on a schedule. Returns how many there were. */
export function purgeOldNotices(): Promise<number> {
  const old = `< now() - interval '30 days'`
  return purgeRows('end_notice', `wanted_at ${old} and coalesce(sent_at, wanted_at) ${old}`)
}

/** The most users whose daily mails are queued at a time. */
const MAX_READERS = 1000

/** Users whose last daily mail about watches is older than `dayAgo` and who have got something new since. */
export async function listDailyReaders(dayAgo: Date): Promise<{ id: string; watchMailAt: Date | null }[]> {
  return db().$queryRaw<{ id: string; watchMailAt: Date | null }[]>`
    select u.id, u.watch_mail_at as "watchMailAt" from users u
    where u.watch_mail = 'daily' and u.is_local is null and u.suspended_at is null
      and (u.watch_mail_at is null or u.watch_mail_at < ${dayAgo})
      and exists (
        select 1 from import_batch b join watch w on w.id = b.watch_id
        where w.user_id = u.id and b.finished_at > coalesce(u.watch_mail_at, ${dayAgo}) and b.done > 0)
    limit ${MAX_READERS}`
}
