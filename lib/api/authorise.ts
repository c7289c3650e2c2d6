import { countKeyUse } from '@/lib/accounts/api-keys/key-use'
import { identify } from '@/lib/accounts/identify'
import { isOperator } from '@/lib/accounts/is-operator'
import { type Actor, limitedScopes } from '@/lib/core/actor'
import { env } from '@/lib/core/env'
import type { Access, Operation } from '@/lib/core/operations/operation'
import { Problem } from '@/lib/core/problem/problem'

/** The actor of public operations, which never read it. */
export const NOBODY: Actor = { kind: 'connector', userId: '', tier: 'free', scopes: [] }

function mayCall(actor: Actor, access: Access): boolean {
  const scopes = limitedScopes(actor)
  if (scopes === null || access === 'public') return true
  return access !== 'account' && access !== 'operator' && scopes.includes(access)
}

function refusal(actor: Actor, access: Access): Problem {
  if (actor.kind === 'api_key' && actor.keyId) countKeyUse({ keyId: actor.keyId, userId: actor.userId }, 'refused')
  if (access === 'account' || access === 'operator') {
    return new Problem('insufficient_scope', {
      detail: "Connected apps and API keys with scopes can't do this. Use your default API key, or the website.",
    })
  }
  return new Problem('insufficient_scope', { context: { scope: access } })
}

/**
 * Identifies the caller of a public operation that returns more to some callers; null without a credential. Throws
 * `invalid_credentials` and `insufficient_scope`.
 */
export async function identifyOptionally({ optionalScope }: Operation, request: Request): Promise<Actor | null> {
  if (!optionalScope) return null
  try {
    const actor = await identify(request, env().baseUrl)
    if (!mayCall(actor, optionalScope)) throw refusal(actor, optionalScope)
    return actor
  } catch (error) {
    if (error instanceof Problem && error.code === 'missing_credentials') return null
    throw error
  }
}

/**
 * Identifies the caller of an operation with this access: the bearer of a credential, or in local mode the user of this
 * machine. Throws `missing_credentials`, `invalid_credentials`, `insufficient_scope`,
 * `operator_required`.
 */
export async function authorise(access: Access, request: Request): Promise<Actor> {
  const actor = await identify(request, env().baseUrl)
  if (!mayCall(actor, access)) throw refusal(actor, access)
  if (access === 'operator' && !(await isOperator(actor))) throw new Problem('operator_required')
  return actor
}

/** Whether the credential of a request is still accepted for such an operation. */
export async function isAuthorised(access: Access, request: Request): Promise<boolean> {
  if (access === 'public') return true
  try {
    await authorise(access, request)
    return true
  } catch (error) {
    if (error instanceof Problem && [401, 403].includes(error.status)) return false
    throw error
  }
}
