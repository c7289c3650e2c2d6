import type { Prisma } from '@/lib/core/generated/prisma/client'

/**
 * Counts a mail under a key unless there were `quota` in the last hour. Concurrent calls for one key wait for its row, so
 * the count is exact. Returns null when the mail is counted, else in how many seconds the next one will be.
 */
export async function countMail(tx: Prisma.TransactionClient, key: string, quota: number): Promise<number | null> {
  const counted = await tx.$executeRaw`
    insert into mail_count as c (key, sent_at) values (${key}, array[now()])
    on conflict (key) do update
    set sent_at = array(select t from unnest(c.sent_at) t where t > now() - interval '1 hour') || excluded.sent_at
    where (select count(*) from unnest(c.sent_at) t where t > now() - interval '1 hour') < ${quota}`
  if (counted > 0) return null
  const [row] = await tx.$queryRaw<{ seconds: number }[]>`
    select extract(epoch from min(t) + interval '1 hour' - now())::float8 as seconds
    from mail_count, unnest(sent_at) t where key = ${key} and t > now() - interval '1 hour'`
  return Math.max(1, Math.ceil(row?.seconds ?? 0))
}
