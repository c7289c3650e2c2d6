import { createHmac } from 'node:crypto'
import { db } from '@/lib/core/db/db'
import { purgeRows } from '@/lib/core/db/purge-rows'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { requireSecret } from '@/lib/core/secrets/derive-secret'
import { calendarMonth } from './period'
import { copyToFormerUsage } from './usage-table'

/** Only the holder of `VERBATIM_SECRET` can test whether an address is among these. */
function hashEmail(email: string): Buffer {
  const key = createHmac('sha256', requireSecret()).update('former usage').digest()
  return createHmac('sha256', key).update(email.trim().toLowerCase()).digest()
}

/**
 * Records what an account about to be deleted has used of this calendar month, so that deleting it and signing up again
 * does not restart the month. An account that has used nothing leaves no record.
 */
export async function rememberUsedSeconds(
  tx: Prisma.TransactionClient,
  { id: userId, email }: { id: string; email: string },
): Promise<void> {
  await copyToFormerUsage(tx, { userId, emailHash: hashEmail(email), periodStart: calendarMonth(new Date()).start })
}

/** Carries the recorded usage of this calendar month over to a new account of the same address. */
export async function restoreUsedSeconds({ id: userId, email }: { id: string; email: string }): Promise<void> {
  const key = { emailHash: new Uint8Array(hashEmail(email)), periodStart: calendarMonth(new Date()).start }
  const former = await db().formerUsage.findUnique({ where: { emailHash_periodStart: key } })
  if (!former) return
  const { periodStart, usedSeconds } = former
  await db().usagePeriod.createMany({ data: [{ userId, periodStart, usedSeconds }], skipDuplicates: true })
}

/** Deletes records of past months. Run on a schedule. Returns how many there were. */
export function purgeFormerUsage(): Promise<number> {
  return purgeRows('former_usage', 'period_start < $1', [calendarMonth(new Date()).start])
}
