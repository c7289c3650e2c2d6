import type { Db } from '@/lib/core/db/db'
import type { Prisma } from '@/lib/core/generated/prisma/client'

/** The used and reserved seconds of a period, with its row locked until the transaction ends. */
type LockedPeriod = { usedSeconds: number; reservedSeconds: number }

async function lockRow(
  tx: Prisma.TransactionClient,
  userId: string,
  periodStart: Date,
): Promise<LockedPeriod | undefined> {
  const [period] = await tx.$queryRaw<LockedPeriod[]>`
    select used_seconds as "usedSeconds", reserved_seconds as "reservedSeconds" from usage_period
    where user_id = ${userId}::uuid and period_start = ${periodStart} for update`
  return period
}

/**
 * Locks a user's period: charging, reserving and capturing are serialised by it. Code that locks jobs as well locks
 * them first, and periods in the order of their users.
 */
export async function lockPeriod(
  tx: Prisma.TransactionClient,
  userId: string,
  periodStart: Date,
): Promise<LockedPeriod> {
  const known = await lockRow(tx, userId, periodStart)
  if (known) return known
  await tx.usagePeriod.createMany({ data: [{ userId, periodStart }], skipDuplicates: true })
  const period = await lockRow(tx, userId, periodStart)
  if (!period) throw new Error('a usage period is gone that was there')
  return period
}

/**
 * Returns the reserved seconds of a job, of one of its callers or of all: when the job fails or a caller leaves it. Locks
 * periods in the order of their users, as `lockPeriod` asks. Calling it again changes nothing.
 */
export async function releaseSeconds(tx: Prisma.TransactionClient, jobId: string, userId?: string): Promise<void> {
  await tx.$executeRaw`
    with released as (
      delete from usage_reservation
      where job_id = ${jobId}::uuid and user_id = coalesce(${userId ?? null}::uuid, user_id)
      returning user_id, period_start, seconds
    ), locked as materialized (
      select p.user_id, p.period_start, released.seconds
      from usage_period p join released using (user_id, period_start)
      order by p.user_id for update of p
    )
    update usage_period p set reserved_seconds = p.reserved_seconds - locked.seconds
    from locked where p.user_id = locked.user_id and p.period_start = locked.period_start`
}

type Move = { userId: string; mediaId: string; from: string; to: string }

/**
 * Moves a user's payment for a recording to another language: the text turned out to be in that one.
 * Where both have been paid, both stay.
 */
export async function moveCharge(tx: Prisma.TransactionClient, { userId, mediaId, from, to }: Move): Promise<void> {
  if (from === to) return
  await tx.$executeRaw`
    update usage_charge set lang = ${to}
    where user_id = ${userId}::uuid and media_id = ${mediaId}::uuid and lang = ${from} and not exists (
      select 1 from usage_charge c
      where c.user_id = ${userId}::uuid and c.media_id = ${mediaId}::uuid and c.lang = ${to})`
}

/** How many seconds of a media a user has already paid for, in any of these languages. */
export async function paidSeconds(
  tx: Db,
  { userId, mediaId, langs }: { userId: string; mediaId: string; langs: readonly string[] },
): Promise<number> {
  const { _max } = await tx.usageCharge.aggregate({
    where: { userId, mediaId, lang: { in: [...langs] } },
    _max: { seconds: true },
  })
  return _max.seconds ?? 0
}

/** Copies what a user has used of a period to the record that outlives the account. Nothing used leaves no record. */
export async function copyToFormerUsage(
  tx: Prisma.TransactionClient,
  { userId, emailHash, periodStart }: { userId: string; emailHash: Uint8Array; periodStart: Date },
): Promise<void> {
  await tx.$executeRaw`
    insert into former_usage (email_hash, period_start, used_seconds)
    select ${emailHash}, period_start, used_seconds from usage_period
    where user_id = ${userId}::uuid and period_start = ${periodStart} and used_seconds > 0
    on conflict (email_hash, period_start)
    do update set used_seconds = greatest(former_usage.used_seconds, excluded.used_seconds)`
}
