import type { Actor } from '@/lib/platform/actor'
import { pool } from '@/lib/platform/db'
import { Problem } from '@/lib/platform/problem'
import { requireActive, SUSPENSION, type Suspension } from '@/lib/platform/suspension'
import { hashToken } from '@/lib/platform/tokens'
import { effectiveTier, type UserTiers } from '@/lib/tiers/tiers'
import { ACCOUNT_SCOPE, CONNECTOR_SCOPES } from './scopes'

/** What an access token of a connected app or device begins with. */
export const ACCESS_TOKEN_PREFIX = 'vba_'

const FIND_BY_TOKEN = {
  name: 'find_user_by_access_token',
  text: `select u.id, u.granted_tier as "grantedTier", u.paid_tier as "paidTier", ${SUSPENSION}, t.scope, t.resource, g.id as "grantId", g.client_id is null as "isOwn",
                (g.last_used_at is null or g.last_used_at < now() - interval '1 minute') as stale
         from oauth_access_token t join oauth_grant g on g.id = t.grant_id join users u on u.id = g.user_id
         where t.hash = $1 and t.expires_at > now()`,
}

type Row = UserTiers &
  Suspension & {
    id: string
    scope: string
    resource: string | null
    grantId: string
    isOwn: boolean
    stale: boolean
  }

/**
 * Who bears a whole access token at one of our resources: a command line of the user's for all the user may do, a connected
 * client for its scopes. Null for a token that is unknown, expired or revoked. Throws `invalid_credentials` for one that
 * was asked for to be used at the other resource only (RFC 8707), and
 * `account_suspended`.
 */
export async function findTokenBearer(token: string, resource: string): Promise<Actor | null> {
  const { rows } = await pool().query<Row>({ ...FIND_BY_TOKEN, values: [Buffer.from(hashToken(token))] })
  const row = rows[0]
  if (!row) return null
  if (row.resource !== null && row.resource !== resource) {
    throw new Problem('invalid_credentials', {
      detail: `This access token is for ${row.resource}. Connect again for ${resource}.`,
    })
  }
  requireActive(row)
  if (row.stale) await pool().query('update oauth_grant set last_used_at = now() where id = $1', [row.grantId])
  const user = { userId: row.id, tier: effectiveTier(row) }
  const names = row.scope.split(' ')
  if (row.isOwn && names.includes(ACCOUNT_SCOPE)) return { kind: 'device', ...user }
  const scopes = CONNECTOR_SCOPES.filter((scope) => names.includes(scope))
  return { kind: 'connector', ...user, scopes }
}
