import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { lockPeriod } from './lock-period'
import { paidSeconds } from './paid-seconds'
import { currentPeriod } from './period'

/** What a finished job gave one of its callers: so many seconds of a recording in a language. */
export type Capture = {
  jobId: string
  userId: string
  mediaId: string
  lang: string
  /** The language asked for, under which an earlier text may have been paid. */
  requestedLang: string
  seconds: number
}

/**
 * Turns what was promised to a job into what it cost: the reservation goes, what was paid for this media and language
 * before is not paid again, and no more is charged than was promised. Gives how many seconds of the text are the user's.
 * The reservation goes once, so a settlement repeated changes nothing.
 */
export async function captureSeconds(tx: Prisma.TransactionClient, capture: Capture): Promise<number> {
  const { jobId, userId, mediaId, lang, requestedLang, seconds } = capture
  const key = { jobId_userId: { jobId, userId } }
  const held = await tx.usageReservation.findUnique({ where: key })
  const period = held?.periodStart ?? (await currentPeriod(tx, userId, new Date())).start
  await lockPeriod(tx, userId, period)
  const paid = await paidSeconds(tx, { userId, mediaId, langs: [lang, requestedLang] })
  const promised = held?.seconds ?? 0
  const charged = Math.min(Math.max(0, seconds - paid), promised)
  if (held) {
    await tx.usageReservation.delete({ where: key })
    await tx.usagePeriod.update({
      where: { userId_periodStart: { userId, periodStart: period } },
      data: { reservedSeconds: { decrement: promised }, usedSeconds: { increment: charged } },
    })
  }
  if (charged > 0) {
    await tx.usageCharge.upsert({
      where: { userId_mediaId_lang: { userId, mediaId, lang } },
      create: { userId, mediaId, lang, seconds: paid + charged, periodStart: period },
      update: { seconds: paid + charged },
    })
  }
  return Math.min(seconds, paid + charged)
}
