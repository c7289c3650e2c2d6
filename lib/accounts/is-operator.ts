import { type Actor, limitedScopes } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'

/**
 * Whether an account may manage this machine: its own account in local mode, and the accounts whose email addresses
 * `OPERATORS` lists. An app that acts for them and a key with scopes may not.
 */
export async function isOperator(actor: Actor): Promise<boolean> {
  if (limitedScopes(actor) !== null) return false
  const { localMode, OPERATORS: operators } = env()
  if (!localMode && operators.length === 0) return false
  const user = await db().user.findUnique({ where: { id: actor.userId }, select: { email: true, isLocal: true } })
  if (!user) return false
  return (localMode && user.isLocal === true) || operators.includes(user.email.toLowerCase())
}
