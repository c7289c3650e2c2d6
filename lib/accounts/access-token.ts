import type { Actor } from '@/lib/core/actor'
import { Problem } from '@/lib/core/problem/problem'
import { hashToken } from '@/lib/core/secrets/tokens'
import { requireActive } from '@/lib/core/suspension'
import { effectiveTier } from '@/lib/usage/tiers'
import { findUserByToken, recordGrantUse } from './credential-table'
import { ACCOUNT_SCOPE, LIMITED_SCOPES } from './scopes'

/** The prefix of access tokens of connected apps and devices. */
export const ACCESS_TOKEN_PREFIX = 'vba_'

/**
 * The user of an access token at one of our resources: a command line may do all that its user may, a connected client
 * what its scopes permit. Returns null for a token that is unknown, expired or revoked. Throws `invalid_credentials` for a
 * token that was requested for the other resource only (RFC 8707), and `account_suspended`.
 */
export async function findTokenBearer(token: string, resource: string): Promise<Actor | null> {
  const row = await findUserByToken(hashToken(token))
  if (!row) return null
  if (row.resource !== null && row.resource !== resource) {
    throw new Problem('invalid_credentials', {
      detail: `This access token is for ${row.resource}. Connect again for ${resource}.`,
    })
  }
  requireActive(row)
  if (row.stale) await recordGrantUse(row.grantId)
  const user = { userId: row.id, tier: effectiveTier(row) }
  const names = row.scope.split(' ')
  if (row.isOwn && names.includes(ACCOUNT_SCOPE)) return { kind: 'device', ...user }
  const scopes = LIMITED_SCOPES.filter((scope) => names.includes(scope))
  return { kind: 'connector', ...user, scopes }
}
