import type { Prisma } from '@/lib/core/generated/prisma/client'
import { allowanceOf, type Spender } from './allowance-of'
import { allowanceProblem } from './allowance-problem'
import { currentPeriod } from './period'
import { lockPeriod, paidSeconds } from './usage-table'

/** The language of a charge for a text without one. */
export const UNKNOWN_LANG = 'und'

/** Milliseconds of media as billable seconds: rounded up. */
export function billableSeconds(ms: number): number {
  return Math.ceil(ms / 1000)
}

/** A purchase of a transcript. `partial`: as much as the allowance covers is accepted. */
export type Purchase = { mediaId: string; lang: string; seconds: number; partial?: boolean }

/**
 * Charges a user for a transcript that is delivered immediately, and returns how many of its seconds the user now has.
 * Seconds that were paid before for the same media and language are not charged again. Throws `allowance_exceeded` when
 * nothing, or not all that is required, is covered; then nothing has changed.
 */
export async function chargeSeconds(
  tx: Prisma.TransactionClient,
  user: Spender,
  { mediaId, lang, seconds, partial = false }: Purchase,
): Promise<number> {
  if (seconds === 0) return 0
  const { userId } = user
  const { start: period } = await currentPeriod(tx, userId, new Date())
  const { usedSeconds, reservedSeconds } = await lockPeriod(tx, userId, period)
  const paid = await paidSeconds(tx, { userId, mediaId, langs: [lang] })
  const wanted = Math.max(0, seconds - paid)
  const room = Math.max(0, (await allowanceOf(tx, user)) - usedSeconds - reservedSeconds)
  const taken = partial ? Math.min(wanted, room) : wanted
  if (taken > room || paid + taken === 0) throw await allowanceProblem(tx, user, wanted)
  if (taken === 0) return Math.min(paid, seconds)
  await tx.usagePeriod.update({
    where: { userId_periodStart: { userId, periodStart: period } },
    data: { usedSeconds: { increment: taken } },
  })
  await tx.usageCharge.upsert({
    where: { userId_mediaId_lang: { userId, mediaId, lang } },
    create: { userId, mediaId, lang, seconds: taken, periodStart: period },
    update: { seconds: paid + taken },
  })
  return paid + taken
}
