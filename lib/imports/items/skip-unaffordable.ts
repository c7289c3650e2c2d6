import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db/db'
import { remainingSeconds } from '@/lib/usage/remaining-seconds'

/**
 * Skips the remaining episodes of an import that the allowance can't cover, once one has exceeded it: those longer
 * than what is left, and those of unknown length.
 */
export async function skipUnaffordable(batchId: string, owner: Actor): Promise<void> {
  const left = await remainingSeconds(db(), owner)
  const tooLong = [{ durationMs: null }, { durationMs: { gt: left.remainingSeconds * 1000 } }]
  await db().importItem.updateMany({
    where: { batchId, state: 'queued', OR: tooLong },
    data: { state: 'skipped', reason: 'allowance_exceeded', finishedAt: new Date() },
  })
}
