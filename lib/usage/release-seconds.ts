import type { Prisma } from '@/lib/platform/generated/prisma/client'

/**
 * Releases the reservation of a job, for one of its callers or for all: it failed, was cancelled or found no speech.
 * Calling it again changes nothing.
 */
export async function releaseSeconds(tx: Prisma.TransactionClient, jobId: string, userId?: string): Promise<void> {
  await tx.$executeRaw`
    with promised as (
      delete from usage_reservation
      where job_id = ${jobId}::uuid and user_id = coalesce(${userId ?? null}::uuid, user_id)
      returning user_id, period_start, seconds
    )
    update usage_period p set reserved_seconds = p.reserved_seconds - promised.seconds
    from promised where p.user_id = promised.user_id and p.period_start = promised.period_start`
}
