import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type { Session } from './contract'

/** The browsers in which the caller is signed in, the one seen last first. */
export async function listSessions(actor: Actor): Promise<Session[]> {
  const rows = await db().session.findMany({
    where: { userId: actor.userId, expiresAt: { gt: new Date() } },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
  })
  return rows.map(({ id, device, createdAt, lastSeenAt }) => ({
    id,
    device,
    current: 'sessionId' in actor && actor.sessionId === id,
    created_at: createdAt.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
  }))
}
