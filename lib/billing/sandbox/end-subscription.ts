import type { Prisma } from '@/lib/core/generated/prisma/client'
import { recordEvent } from './record-event'
import { get, put, type SandboxSubscription } from './store'

type Tx = Prisma.TransactionClient

/** Releases a subscription from its schedule, if it has one. */
export async function releaseFromSchedule(tx: Tx, kept: SandboxSubscription): Promise<SandboxSubscription> {
  if (!kept.schedule) return kept
  const schedule = await put(tx, { ...(await get(tx, 'subscription_schedule', kept.schedule)), status: 'released' })
  const free = await put(tx, { ...kept, schedule: null })
  await recordEvent(tx, 'subscription_schedule.released', schedule)
  return free
}

export async function endSubscription(
  tx: Tx,
  kept: SandboxSubscription,
  endedAt: number,
): Promise<SandboxSubscription> {
  const free = await releaseFromSchedule(tx, kept)
  const ended = await put(tx, {
    ...free,
    status: 'canceled',
    endedAt,
    canceledAt: free.canceledAt ?? endedAt,
    pendingUpdate: null,
  })
  await recordEvent(tx, 'customer.subscription.deleted', ended)
  return ended
}
