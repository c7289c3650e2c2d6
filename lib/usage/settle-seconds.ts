import type { Prisma } from '@/lib/platform/generated/prisma/client'

/** What a finished job costs one of its callers. */
export type Settlement = { jobId: string; userId: string; mediaId: string; lang: string; seconds: number }

/**
 * Turns what was promised to a job into what it cost, in one statement: the reservation goes, the charge comes unless
 * the user has paid for this media and language before, and the period counts both. Nothing promised, nothing done: so
 * a settlement repeated changes nothing.
 */
export async function settleSeconds(tx: Prisma.TransactionClient, settlement: Settlement): Promise<void> {
  const { jobId, userId, mediaId, lang, seconds } = settlement
  await tx.$executeRaw`
    with promised as (
      delete from usage_reservation where job_id = ${jobId}::uuid and user_id = ${userId}::uuid
      returning user_id, period_start, seconds
    ), charged as (
      insert into usage_charge (user_id, media_id, lang, seconds, period_start)
      select user_id, ${mediaId}::uuid, ${lang}, ${seconds}, period_start from promised where ${seconds} > 0
      on conflict do nothing returning seconds
    )
    update usage_period p
    set reserved_seconds = p.reserved_seconds - promised.seconds,
        used_seconds = p.used_seconds + coalesce((select seconds from charged), 0)
    from promised where p.user_id = promised.user_id and p.period_start = promised.period_start`
}
