import type { Actor } from '@/lib/core/actor'
import { Problem } from '@/lib/core/problem/problem'
import { hashToken, isWellFormedToken } from '@/lib/core/secrets/tokens'
import { requireActive } from '@/lib/core/suspension'
import { effectiveTier } from '@/lib/usage/tiers'
import { ACCESS_TOKEN_PREFIX, findTokenBearer } from './access-token'
import { API_KEY_PREFIX } from './api-keys/default-key'
import { countKeyUse } from './api-keys/key-use'
import { findUserByKey, recordKeyUse } from './credential-table'
import { LIMITED_SCOPES } from './scopes'

/** The token in an `Authorization` header. Throws `invalid_credentials`. */
export function bearerToken(authorization: string): string {
  const match = /^Bearer +([^\s]{1,500}) *$/i.exec(authorization)
  if (!match?.[1]) {
    throw new Problem('invalid_credentials', { detail: 'The Authorization header should be "Bearer <API key>".' })
  }
  return match[1]
}

/** Why an API key of ours is refused now; null: it holds. */
function refusalOf({ expiresAt, deletedAt }: { expiresAt: Date | null; deletedAt: Date | null }): string | null {
  if (deletedAt) return 'This API key was deleted. Use another one.'
  if (!expiresAt || expiresAt.getTime() > Date.now()) return null
  return `This API key expired on ${expiresAt.toISOString().slice(0, 10)}. Create a new one.`
}

async function findKeyBearer(key: string): Promise<Actor | null> {
  const hash = hashToken(key)
  const found = await findUserByKey(hash)
  if (!found) return null
  requireActive(found)
  const { keyId, id: userId, scope, expiresAt } = found
  const refusal = refusalOf(found)
  if (refusal !== null) {
    countKeyUse({ keyId, userId }, 'refused')
    throw new Problem('invalid_credentials', { detail: refusal })
  }
  if (found.stale) await recordKeyUse(hash)
  const names = scope?.split(' ')
  const scopes = names ? LIMITED_SCOPES.filter((name) => names.includes(name)) : null
  return { kind: 'api_key', userId, tier: effectiveTier(found), keyId, scopes, expiresAt }
}

/**
 * The user of an `Authorization` header with an API key, or with the access token of a connected app or device. Form and
 * checksum are checked before the database is asked. A token is valid at `resource` only if it was issued for that one
 * or for all. Throws `missing_credentials`, `invalid_credentials` and `account_suspended`.
 */
export async function authenticate(authorization: string | null, resource: string): Promise<Actor> {
  if (!authorization) throw new Problem('missing_credentials')
  const token = bearerToken(authorization)
  if (isWellFormedToken(token, ACCESS_TOKEN_PREFIX)) {
    const actor = await findTokenBearer(token, resource)
    if (actor) return actor
    throw new Problem('invalid_credentials', {
      detail: 'This access token has expired or was revoked. Refresh it, or connect again.',
    })
  }
  if (!isWellFormedToken(token, API_KEY_PREFIX)) {
    throw new Problem('invalid_credentials', {
      detail: 'This API key is incomplete. A key starts with vbt_ and has 42 characters. Copy it again.',
    })
  }
  const actor = await findKeyBearer(token)
  if (!actor) throw new Problem('invalid_credentials')
  return actor
}
