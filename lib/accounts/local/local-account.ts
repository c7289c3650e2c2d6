import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { effectiveTier } from '@/lib/usage/tiers'
import { createUser, type NewUser } from '../create-user'

const LOCAL_EMAIL = 'you@localhost'
/** The machine belongs to its user, so minutes are not limited on it. */
export const LOCAL_TIER = 'ultra'

/** Creates the local account on the first start and returns it with its key; null on every later start. */
export async function ensureLocalAccount(): Promise<NewUser | null> {
  if (await db().user.findFirst({ where: { isLocal: true } })) return null
  return createUser({ email: LOCAL_EMAIL, tier: LOCAL_TIER, isLocal: true })
}

/** The local account as an actor. Whether the caller may act as it is for `identify` to say. */
export async function localActor(): Promise<Actor | null> {
  const user = await db().user.findFirst({ where: { isLocal: true } })
  return user && { kind: 'local', userId: user.id, tier: effectiveTier(user) }
}
