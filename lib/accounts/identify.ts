import { findLocalSession, findSession } from '@/lib/accounts/sessions/find-session'
import { isOwnPage } from '@/lib/accounts/sessions/is-own-page'
import type { Actor } from '@/lib/core/actor'
import { Problem } from '@/lib/core/problem/problem'
import { hashToken, isWellFormedToken } from '@/lib/core/secrets/tokens'
import { requireActive } from '@/lib/core/suspension'
import { effectiveTier } from '@/lib/usage/tiers'
import { ACCESS_TOKEN_PREFIX, findTokenBearer } from './access-token'
import { API_KEY_PREFIX } from './api-keys/default-key'
import { countKeyUse } from './api-keys/key-use'
import { findUserByKey, recordKeyUse } from './credential-table'
import { isLocalToken, LOCAL_TOKEN_PREFIX } from './local/local-access'
import { localActor } from './local/local-account'
import { isLocalPageCall, isLocalRequest } from './local/local-request'
import { LIMITED_SCOPES } from './scopes'

/** The token in an `Authorization` header. Throws `invalid_credentials`. */
function bearerToken(authorization: string): string {
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
async function authenticate(authorization: string | null, resource: string): Promise<Actor> {
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

type Caller = Pick<Request, 'method' | 'headers'>

/** The local account, for a program that bears the token of the data folder. Throws `invalid_credentials`. */
async function identifyLocalProgram(token: string, headers: Headers): Promise<Actor> {
  const actor = isLocalToken(token) && isLocalRequest(headers) ? await localActor() : null
  if (actor) return actor
  throw new Problem('invalid_credentials', {
    detail: 'This local token expired when the service restarted. Read its file again.',
  })
}

/** The local account, if one of our own pages calls in a browser that was signed in by a local link; else null. */
export async function identifyLocalPage({ headers }: Pick<Request, 'headers'>): Promise<Actor | null> {
  return isLocalPageCall(headers) ? findLocalSession(headers.get('cookie')) : null
}

/** Throws `missing_credentials` for a request that bears nothing at all that `identify` could tell its sender by. */
export function requireCredential(headers: Headers): void {
  if (headers.get('authorization') === null && headers.get('cookie') === null) throw new Problem('missing_credentials')
}

/**
 * Identifies the sender of a request: the bearer of a credential; without one, the signed-in user of the browser if one
 * of our own pages sends it; else, in local mode, a browser that opened a local link. `resource` identifies the target
 * of the request (RFC 8707). Throws `missing_credentials`, `invalid_credentials`, `account_suspended`.
 */
export async function identify({ method, headers }: Caller, resource: string): Promise<Actor> {
  requireCredential(headers)
  const authorization = headers.get('authorization')
  if (authorization !== null) {
    const token = authorization && bearerToken(authorization)
    if (token.startsWith(LOCAL_TOKEN_PREFIX)) return identifyLocalProgram(token, headers)
    return authenticate(authorization, resource)
  }
  const session = isOwnPage(method, headers) ? await findSession(headers.get('cookie')) : null
  if (session && session !== 'ended') return session
  const local = await identifyLocalPage({ headers })
  if (local) return local
  if (!session) throw new Problem('missing_credentials')
  throw new Problem('invalid_credentials', { detail: 'This browser is no longer signed in. Sign in again.' })
}

/** Pages treat a user with a suspended account as signed out: signing in shows the reason. */
async function nullIfSuspended<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Problem && error.code === 'account_suspended') return null
    throw error
  }
}

/**
 * Identifies the visitor of a page; null when unknown. Any site may link to a page, because no other site can read or
 * frame it. The local account requires a local request, which no other site's page can start.
 */
export async function identifyVisitor(headers: Headers): Promise<Actor | null> {
  const cookies = headers.get('cookie')
  const session = await nullIfSuspended(findSession(cookies))
  if (session && session !== 'ended') return session
  return isLocalRequest(headers) ? nullIfSuspended(findLocalSession(cookies)) : null
}
