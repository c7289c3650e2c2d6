import { db } from '@/lib/platform/db'
import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { log } from '@/lib/platform/log'
import { Problem } from '@/lib/platform/problem'
import { hashToken } from '@/lib/platform/tokens'

/** Mails in an hour, whichever hour one looks at. */
const BY_SENDER = 20
const BY_RECIPIENT = 5

/**
 * Takes down a mail unless there were `quota` in the last hour. Who comes for the same key at the same moment waits for the
 * row, so that the count is exact. Throws `rate_limited`.
 */
async function count(tx: Prisma.TransactionClient, key: string, quota: number): Promise<void> {
  const taken = await tx.$executeRaw`
    insert into mail_count as c (key, sent_at) values (${key}, array[now()])
    on conflict (key) do update
    set sent_at = array(select t from unnest(c.sent_at) t where t > now() - interval '1 hour') || excluded.sent_at
    where (select count(*) from unnest(c.sent_at) t where t > now() - interval '1 hour') < ${quota}`
  if (taken > 0) return
  const [row] = await tx.$queryRaw<{ seconds: number }[]>`
    select extract(epoch from min(t) + interval '1 hour' - now())::float8 as seconds
    from mail_count, unnest(sent_at) t where key = ${key} and t > now() - interval '1 hour'`
  const retryAfterSeconds = Math.max(1, Math.ceil(row?.seconds ?? 0))
  throw new Problem('rate_limited', {
    detail: `Too many mails were asked for. Use the newest one you have, or try again in ${Math.ceil(retryAfterSeconds / 60)} min.`,
    retryAfterSeconds,
  })
}

/**
 * Counts a mail by whom it is asked for (a network address, null: unknown) and by whom it goes to: 20 and 5 in any hour. One
 * that is refused counts for neither. Closed when the database fails. Throws `rate_limited` and `service_unavailable`.
 */
export async function limitMails(address: string | null, email: string): Promise<void> {
  const recipient = Buffer.from(hashToken(email)).toString('base64url')
  try {
    await db().$transaction(async (tx) => {
      await count(tx, `from ${address ?? 'unknown'}`, BY_SENDER)
      await count(tx, `to ${recipient}`, BY_RECIPIENT)
    })
  } catch (error) {
    if (error instanceof Problem) throw error
    log.error('no mails are sent, because the database can not count them', { error })
    throw new Problem('service_unavailable')
  }
}
