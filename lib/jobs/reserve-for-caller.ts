import type { Job, Prisma } from '@/lib/platform/generated/prisma/client'
import { allowanceProblem } from '@/lib/usage/allowance-problem'
import { billableSeconds } from '@/lib/usage/period'
import type { Spender } from '@/lib/usage/remaining-seconds'
import { reserveSeconds } from '@/lib/usage/reserve-seconds'
import { secondsPaidEarlier } from './seconds-paid-earlier'

/** A caller of a job, and whether a part of it is enough. */
export type Caller = Spender & { allowPartial: boolean }

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
  const paid = await secondsPaidEarlier(tx, caller.userId, job)
  const seconds = billableSeconds(durationMs)
  const wanted = Math.max(0, seconds - paid)
  const held = await reserveSeconds(tx, caller, { jobId: job.id, seconds: wanted, partial: caller.allowPartial })
  if (paid + held === 0 && wanted > 0) throw await allowanceProblem(tx, caller, wanted)
  return Math.min(seconds, paid + held)
}
