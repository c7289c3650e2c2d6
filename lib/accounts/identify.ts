import { findLocalSession, findSession } from '@/lib/accounts/sessions/find-session'
import { isOwnPage } from '@/lib/accounts/sessions/is-own-page'
import type { Actor } from '@/lib/core/actor'
import { Problem } from '@/lib/core/problem/problem'
import { authenticate, bearerToken } from './authenticate'
import { isLocalToken, LOCAL_TOKEN_PREFIX } from './local/local-access'
import { localActor } from './local/local-account'
import { isLocalPageCall, isLocalRequest } from './local/local-request'

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
