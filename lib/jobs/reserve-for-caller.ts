import type { Job, Prisma } from '@/lib/platform/generated/prisma/client'
import { billableSeconds } from '@/lib/usage/period'
import type { Spender } from '@/lib/usage/remaining-seconds'
import { reserveSeconds } from '@/lib/usage/reserve-seconds'

/**
 * Promises a job's seconds to it out of a caller's allowance, unless the caller has paid for this recording and language
 * before (a draft that is made anew). More than was promised before is added. Under the job's lock. Throws
 * `allowance_exceeded`.
 */
export async function reserveForCaller(
  tx: Prisma.TransactionClient,
  user: Spender,
  job: Job,
  durationMs: number,
): Promise<void> {
  const { mediaId, requestedLang } = job
  const key = { mediaId_requestedLang: { mediaId, requestedLang } }
  const stored = await tx.transcript.findUnique({ where: key, select: { lang: true } })
  const langs = [requestedLang, ...(stored?.lang ? [stored.lang] : [])]
  const paid = await tx.usageCharge.count({ where: { userId: user.userId, mediaId, lang: { in: langs } } })
  if (paid === 0) await reserveSeconds(tx, user, job.id, billableSeconds(durationMs))
}
