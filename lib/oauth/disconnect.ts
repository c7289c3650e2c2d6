import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { isId } from '@/lib/platform/ids'
import { Problem } from '@/lib/platform/problem'

/** Ends one of the caller's connections: its tokens are refused from the moment this returns. Throws `not_found`. */
export async function disconnect(actor: Actor, connectionId: string): Promise<void> {
  const { count } = isId(connectionId)
    ? await db().oauthGrant.deleteMany({ where: { id: connectionId, userId: actor.userId } })
    : { count: 0 }
  if (count === 0) throw new Problem('not_found', { detail: 'You have no such connection. It may have ended already.' })
}
