import { identify } from '@/lib/accounts/identify'
import { createLocalLink, redeemLocalLink } from '@/lib/accounts/local/local-access'
import { localActor } from '@/lib/accounts/local/local-account'
import { isForLocalHost } from '@/lib/accounts/local/local-request'
import { beginSession } from '@/lib/accounts/sessions/begin-session'
import { findLocalSession } from '@/lib/accounts/sessions/find-session'
import { localCookie } from '@/lib/accounts/sessions/local-cookie'
import { env } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { toProblem, toProblemBody } from '@/lib/core/problem/problem-body'
import { SIGN_IN_PAGE } from './next-auth/options'
import { returnPath } from './return-path/return-path'

const NO_STORE = { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' }

function redirectTo(location: string, cookie?: string): Response {
  const headers = new Headers({ ...NO_STORE, location })
  if (cookie) headers.set('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}

/**
 * Opens a local link in a browser on this machine: the browser gets a session of the local account, and is led on to
 * `callbackUrl`. The link is used up. A browser that was let in before is led on in any case, so that the page can be
 * reloaded. Whatever comes through a proxy, or with a link that is no good any more, is led to the page of sign-in.
 */
export async function openLocalLink(request: Request): Promise<Response> {
  const { headers } = request
  const query = new URL(request.url).searchParams
  const path = returnPath(query.get('callbackUrl'))
  const refused = `${SIGN_IN_PAGE}?${new URLSearchParams({ error: 'LocalLink', callbackUrl: path })}`
  if (!isForLocalHost(headers)) return redirectTo(refused)
  const isGood = redeemLocalLink(query.get('token') ?? '')
  if (await findLocalSession(headers.get('cookie'))) return redirectTo(path)
  const local = isGood ? await localActor() : null
  if (!local) return redirectTo(refused)
  return redirectTo(path, await localCookie(await beginSession(local.userId, headers.get('user-agent'))))
}

function toProblemResponse(error: unknown): Response {
  const problem = toProblem(error)
  const requestId = newId()
  const headers = { ...NO_STORE, 'content-type': 'application/problem+json', 'x-request-id': requestId }
  return new Response(JSON.stringify(toProblemBody(problem, requestId)), { status: problem.status, headers })
}

/**
 * Makes a local link for a program on this machine that sends the token of the data folder: `{ url }`. Refuses every
 * other caller, even one with the local account's API key: a key may be used from anywhere, but a link opens a browser
 * on this machine.
 */
export async function respondToLocalLinkRequest(request: Request): Promise<Response> {
  try {
    const actor = await identify(request, env().baseUrl)
    if (actor.kind !== 'local' || !request.headers.has('authorization')) throw new Problem('not_found')
    const url = createLocalLink(returnPath(new URL(request.url).searchParams.get('callbackUrl')))
    return Response.json({ url }, { headers: NO_STORE })
  } catch (error) {
    return toProblemResponse(error)
  }
}
