import { findTextOfOrigin } from '@/lib/archive/transcripts/find-stored-text'
import type { Db } from '@/lib/core/db/db'
import type { Job, Prisma } from '@/lib/core/generated/prisma/client'
import type { Spender } from '@/lib/usage/allowance-of'
import { allowanceProblem } from '@/lib/usage/allowance-problem'
import { billableSeconds } from '@/lib/usage/charge-seconds'
import { reserveSeconds } from '@/lib/usage/reserve-seconds'
import { paidSeconds } from '@/lib/usage/usage-table'

/** A caller of a job, whether a part of it is enough, and whether it costs nothing. */
type Caller = Spender & { allowPartial: boolean; isFree: boolean }

/**
 * Reserves a job's seconds from a caller's allowance, without those that the caller has already paid for this recording
 * and language, and adds to an earlier reservation. Returns how many seconds of the recording the caller will have.
 * Call it under the job's lock. Throws `allowance_exceeded`.
 */
export async function reserveForCaller(
  tx: Prisma.TransactionClient,
  caller: Caller,
  job: Job,
  durationMs: number,
): Promise<number> {
  if (caller.isFree) return billableSeconds(durationMs)
  const paid = await secondsPaidEarlier(tx, caller.userId, job)
  const seconds = billableSeconds(durationMs)
  const wanted = Math.max(0, seconds - paid)
  const held = await reserveSeconds(tx, caller, { jobId: job.id, seconds: wanted, partial: caller.allowPartial })
  if (paid + held === 0 && wanted > 0) throw await allowanceProblem(tx, caller, wanted)
  return Math.min(seconds, paid + held)
}

/** How many seconds of a job's recording a user has already paid for, in the requested language or the one it is in. */
export async function secondsPaidEarlier(
  tx: Db,
  userId: string,
  { mediaId, requestedLang }: Pick<Job, 'mediaId' | 'requestedLang'>,
): Promise<number> {
  const stored = await findTextOfOrigin(tx, mediaId, requestedLang)
  const langs = [requestedLang, ...(stored?.lang ? [stored.lang] : [])]
  return paidSeconds(tx, { userId, mediaId, langs })
}
