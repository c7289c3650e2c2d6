import type { Actor } from '@/lib/platform/actor'
import { Problem } from '@/lib/platform/problem'
import { findSession } from '@/lib/sessions/find-session'
import { isOwnPage } from '@/lib/sessions/is-own-page'
import { authenticate } from './authenticate'
import { localActor } from './local-account'
import { isLocalRequest, mayActLocally } from './may-act-locally'

/**
 * Who sends a request: the bearer of a credential; without one, whoever is signed in in the browser, if one of our own
 * pages asks; else, in local mode, whoever sits at this machine. `resource` is the identifier of what the request is to (RFC
 * 8707). Throws `missing_credentials`, `invalid_credentials`.
 */
export async function identify(
  { method, headers }: Pick<Request, 'method' | 'headers'>,
  resource: string,
): Promise<Actor> {
  const authorization = headers.get('authorization')
  if (authorization !== null) return authenticate(authorization, resource)
  const session = isOwnPage(method, headers) ? await findSession(headers.get('cookie')) : null
  if (session && session !== 'ended') return session
  const local = mayActLocally(headers) ? await localActor() : null
  if (local) return local
  if (!session) throw new Problem('missing_credentials')
  throw new Problem('invalid_credentials', { detail: 'This browser is not signed in any more. Sign in again.' })
}

/**
 * Who looks at a page; null: nobody that is known. No other site can read or frame a page, so it does not matter whose
 * link led to it.
 */
export async function identifyVisitor(headers: Headers): Promise<Actor | null> {
  const session = await findSession(headers.get('cookie'))
  if (session && session !== 'ended') return session
  return isLocalRequest(headers) ? localActor() : null
}
