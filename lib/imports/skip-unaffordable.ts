import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { remainingSeconds } from '@/lib/usage/remaining-seconds'

/**
 * Skips what is left of an import and can't be had any more, once the allowance has not reached for an episode: all that
 * are longer than what is left, and those of which the feed does not tell.
 */
export async function skipUnaffordable(batchId: string, owner: Actor): Promise<void> {
  const left = await remainingSeconds(db(), owner)
  const tooLong = [{ durationMs: null }, { durationMs: { gt: left.remainingSeconds * 1000 } }]
  await db().importItem.updateMany({
    where: { batchId, state: 'queued', OR: tooLong },
    data: { state: 'skipped', reason: 'allowance_exceeded', finishedAt: new Date() },
  })
}
