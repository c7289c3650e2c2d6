import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { limitGuesses, noSuchDevice } from './find-device'
import { parseUserCode } from './user-code'

type Decision = { userCode: string; approve: boolean }

async function decide(actor: Actor, userCode: string, state: 'approved' | 'denied'): Promise<true | null> {
  const { userId } = actor
  const { count } = await db().deviceCode.updateMany({
    where: { userCode, expiresAt: { gt: new Date() }, OR: [{ state: 'pending' }, { state, userId }] },
    data: { state, userId },
  })
  return count > 0 || null
}

/**
 * The user's decision on the device that shows a code. The same decision again changes nothing; another one, after it was
 * made, finds nothing. Throws `not_found`, and `rate_limited` after five misses in ten minutes.
 */
export async function decideDevice(actor: Actor, { userCode: typed, approve }: Decision): Promise<boolean> {
  const userCode = parseUserCode(typed)
  const decided =
    userCode && (await limitGuesses(actor.userId, () => decide(actor, userCode, approve ? 'approved' : 'denied')))
  if (!decided) throw noSuchDevice()
  return approve
}
