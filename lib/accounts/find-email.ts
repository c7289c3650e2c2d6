import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'

/** The email address of the caller's account: how a page names it. */
export async function findEmail(actor: Actor): Promise<string> {
  const { email } = await db().user.findUniqueOrThrow({ where: { id: actor.userId }, select: { email: true } })
  return email
}
