import type { Prisma } from '@/lib/core/generated/prisma/client'
import { currentPeriod } from './period'
import { lockPeriod, paidSeconds } from './usage-table'

/** The delivery of a finished job to one of its callers: seconds of a media in a language. */
export type Capture = {
  jobId: string
  userId: string
  mediaId: string
  lang: string
  /** The requested language, under which an earlier text may have been paid. */
  requestedLang: string
  seconds: number
}

/**
 * Captures the reservation of a job: the reservation is removed, seconds of this media and language that were paid
 * before are not charged again, and no more is charged than was reserved. Returns how many seconds of the text the user
 * has. The reservation exists once, so calling it again changes nothing.
 */
export async function captureSeconds(tx: Prisma.TransactionClient, capture: Capture): Promise<number> {
  const { jobId, userId, mediaId, lang, requestedLang, seconds } = capture
  const key = { jobId_userId: { jobId, userId } }
  const reservation = await tx.usageReservation.findUnique({ where: key })
  const period = reservation?.periodStart ?? (await currentPeriod(tx, userId, new Date())).start
  await lockPeriod(tx, userId, period)
  const paid = await paidSeconds(tx, { userId, mediaId, langs: [lang, requestedLang] })
  const reserved = reservation?.seconds ?? 0
  const charged = Math.min(Math.max(0, seconds - paid), reserved)
  if (reservation) {
    await tx.usageReservation.delete({ where: key })
    await tx.usagePeriod.update({
      where: { userId_periodStart: { userId, periodStart: period } },
      data: { reservedSeconds: { decrement: reserved }, usedSeconds: { increment: charged } },
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
