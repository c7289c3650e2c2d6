import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'

/** Whether the caller has allowed an app to act for them, and has not disconnected it since. */
export async function hasApproved(actor: Actor, clientId: string): Promise<boolean> {
  return (await db().oauthGrant.count({ where: { userId: actor.userId, clientId } })) > 0
}
