import type { Actor } from '@/lib/core/actor'
import { findEmail } from './find-email'
import { isOperator } from './is-operator'

/** The facts of the signed-in account that every page shows; null for a visitor without one. */
export async function findShownAccount(visitor: Actor | null) {
  if (!visitor) return null
  const [email, may] = await Promise.all([findEmail(visitor), isOperator(visitor)])
  return { email, isLocal: visitor.kind === 'local', isOperator: may }
}
