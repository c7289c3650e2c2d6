import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { isId } from '@/lib/platform/ids'
import { Problem } from '@/lib/platform/problem'

/** Signs one of the caller's browsers out: it is refused from the moment this returns. Throws `not_found`. */
export async function endSession({ userId }: Pick<Actor, 'userId'>, sessionId: string): Promise<void> {
  const { count } = isId(sessionId) ? await db().session.deleteMany({ where: { id: sessionId, userId } }) : { count: 0 }
  if (count === 0) throw new Problem('not_found', { detail: 'There is no such session. It may have ended already.' })
}
