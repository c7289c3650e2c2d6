import { identify } from '@/lib/accounts/identify'
import type { Actor } from '@/lib/platform/actor'
import { env } from '@/lib/platform/env'
import type { Access, Operation } from '@/lib/platform/operation'
import { Problem } from '@/lib/platform/problem'

const NOBODY: Actor = { kind: 'connector', userId: '', tier: 'free', scopes: [] }

function mayCall(actor: Actor, access: Access): boolean {
  if (actor.kind !== 'connector') return true
  return access === 'public' || (access !== 'account' && actor.scopes.includes(access))
}

function refusal(access: Access): Problem {
  if (access === 'account') {
    return new Problem('insufficient_scope', {
      detail: 'Only the account itself may do that, never a connected app. Use an API key, or the website.',
    })
  }
  return new Problem('insufficient_scope', { context: { scope: access } })
}

/**
 * Who calls a public operation that tells some callers more; null for who has no credential. Throws `invalid_credentials`,
 * and `insufficient_scope`.
 */
export async function identifyOptionally({ optionalScope }: Operation, request: Request): Promise<Actor | null> {
  if (!optionalScope) return null
  try {
    const actor = await identify(request, env().baseUrl)
    if (!mayCall(actor, optionalScope)) throw refusal(optionalScope)
    return actor
  } catch (error) {
    if (error instanceof Problem && error.code === 'missing_credentials') return null
    throw error
  }
}

/**
 * Who calls an operation, if that one may: the bearer of a credential, or in local mode whoever sits at this machine.
 * Throws `missing_credentials`, `invalid_credentials`, `insufficient_scope`. Public operations ask nobody.
 */
export async function authorise(operation: Operation, request: Request): Promise<Actor> {
  if (operation.access === 'public') return NOBODY
  const actor = await identify(request, env().baseUrl)
  if (!mayCall(actor, operation.access)) throw refusal(operation.access)
  return actor
}
