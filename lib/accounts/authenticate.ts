import type { Actor } from '@/lib/platform/actor'
import { pool } from '@/lib/platform/db'
import { Problem } from '@/lib/platform/problem'
import { requireActive, SUSPENSION, type Suspension } from '@/lib/platform/suspension'
import { hashToken, isWellFormedToken } from '@/lib/platform/tokens'
import { effectiveTier, type UserTiers } from '@/lib/tiers/tiers'
import { ACCESS_TOKEN_PREFIX, findTokenBearer } from './access-token'
import { API_KEY_PREFIX } from './api-key'

const FIND_BY_KEY = {
  name: 'find_user_by_key',
  text: `select u.id, u.granted_tier as "grantedTier", u.paid_tier as "paidTier",
                ${SUSPENSION}, (k.last_used_at is null or k.last_used_at < now() - interval '1 minute') as stale
         from api_key k join users u on u.id = k.user_id where k.hash = $1`,
}

type Row = UserTiers & Suspension & { id: string; stale: boolean }

/** The token in an `Authorization` header. Throws `invalid_credentials`. */
export function bearerToken(authorization: string): string {
  const match = /^Bearer +([^\s]{1,500}) *$/i.exec(authorization)
  if (!match?.[1]) {
    throw new Problem('invalid_credentials', { detail: 'The Authorization header should be "Bearer <API key>".' })
  }
  return match[1]
}

/** The hash of the API key in an `Authorization` header, or null for anything that is no whole key of ours. */
export function keyHashOf(authorization: string | null): Uint8Array | null {
  const token = authorization?.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : ''
  return isWellFormedToken(token, API_KEY_PREFIX) ? hashToken(token) : null
}

async function findKeyBearer(key: string): Promise<Actor | null> {
  const hash = Buffer.from(hashToken(key))
  const { rows } = await pool().query<Row>({ ...FIND_BY_KEY, values: [hash] })
  const user = rows[0]
  if (!user) return null
  requireActive(user)
  if (user.stale) await pool().query('update api_key set last_used_at = now() where hash = $1', [hash])
  return { kind: 'api_key', userId: user.id, tier: effectiveTier(user) }
}

/**
 * Who bears this `Authorization` header: an API key, or the access token of a connected app or device. Shape and checksum
 * are judged before the database is asked. A token opens the `resource` only if it is for that one, or for both. Throws
 * `missing_credentials`, `invalid_credentials` and `account_suspended`.
 */
export async function authenticate(authorization: string | null, resource: string): Promise<Actor> {
  if (!authorization) throw new Problem('missing_credentials')
  const token = bearerToken(authorization)
  if (isWellFormedToken(token, ACCESS_TOKEN_PREFIX)) {
    const actor = await findTokenBearer(token, resource)
    if (actor) return actor
    throw new Problem('invalid_credentials', {
      detail: 'This access token is not valid any more. Refresh it, or connect again.',
    })
  }
  if (!isWellFormedToken(token, API_KEY_PREFIX)) {
    throw new Problem('invalid_credentials', {
      detail: 'This is not a whole Verbatim API key: it should begin with vbt_ and have 42 characters. Copy it again.',
    })
  }
  const actor = await findKeyBearer(token)
  if (!actor) throw new Problem('invalid_credentials')
  return actor
}
