import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db/db'

/** The email address of the caller's account: how a page names it. */
export async function findEmail(actor: Actor): Promise<string> {
  const { email } = await db().user.findUniqueOrThrow({ where: { id: actor.userId }, select: { email: true } })
  return email
}
