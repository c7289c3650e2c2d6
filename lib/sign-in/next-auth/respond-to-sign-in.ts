import { parse } from 'hono/utils/cookie'
import type { NextApiRequest, NextApiResponse } from 'next'
import NextAuth from 'next-auth'
import { isOwnPage } from '@/lib/accounts/sessions/is-own-page'
import { env } from '@/lib/core/env'
import { readRequestText } from '@/lib/core/http/read-request-body'
import { newId } from '@/lib/core/ids'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { toProblem, toProblemBody } from '@/lib/core/problem/problem-body'
import { nameSuspended } from '../admission/suspension-notice'
import type { SignInBegun } from '../contract'
import { hasLinks, issuers } from '../methods/sign-in-methods'
import { parseEmail } from '../parse-email'
import { rememberedPath, returnPath } from '../return-path/return-path'
import { SIGN_IN_PAGE, signInOptions } from './options'
import { beginVisit, type Visit } from './visit'

/** The action of next-auth: `['callback', 'email']` and so on. */
type AuthRequest = {
  route: readonly string[]
  method: 'GET' | 'POST'
  query: Record<string, string>
  form: Record<string, string>
  headers: Headers
}

type AuthResponse = { redirect: string | null; cookies: string[]; body: unknown }

/** Records what next-auth does to a response of Next. */
function recorder() {
  const answered: AuthResponse = { redirect: null, cookies: [], body: null }
  const response = {
    status: () => response,
    getHeader: (name: string) => (name === 'Set-Cookie' ? answered.cookies : undefined),
    setHeader(name: string, value: string | string[]) {
      if (name === 'Location') answered.redirect = String(value)
      if (name === 'Set-Cookie') answered.cookies = [value].flat()
      return response
    },
    end: () => response,
    send(body: unknown) {
      answered.body = body
      return response
    },
  }
  return { answered, response }
}

/** Runs next-auth for one request, of which it reads only these parts. */
async function runNextAuth(visit: Visit, { route, method, query, form, headers }: AuthRequest): Promise<AuthResponse> {
  // next-auth builds its addresses from this instead of the request's headers.
  process.env.NEXTAUTH_URL = env().baseUrl
  const request = {
    method,
    body: form,
    cookies: parse(headers.get('cookie') ?? ''),
    headers: Object.fromEntries(headers),
  }
  const { answered, response } = recorder()
  await NextAuth(
    { ...request, query: { ...query, nextauth: [...route] } } as unknown as NextApiRequest,
    response as unknown as NextApiResponse,
    signInOptions(visit),
  )
  return answered
}

/** The fields of a form that a page sends. Throws `body_too_large`, `body_too_slow`. */
async function parseForm(request: Request): Promise<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(await readRequestText(request, 'pageForm')))
}

type Arrival = { request: Request; route: readonly string[]; visit: Visit }

const NO_STORE = 'private, no-store'

function toResponse(status: number, { cookies }: Pick<AuthResponse, 'cookies'>, headers: HeadersInit, body: unknown) {
  const all = new Headers(headers)
  all.set('cache-control', NO_STORE)
  for (const cookie of cookies) all.append('set-cookie', cookie)
  return new Response(body === null ? null : JSON.stringify(body), { status, headers: all })
}

const asJson = (status: number, answered: Pick<AuthResponse, 'cookies'>, body: unknown) =>
  toResponse(status, answered, { 'content-type': 'application/json' }, body)

/**
 * The error that an address of next-auth's, or of our page of sign-in, names; null for any other, and for an issuer's.
 */
function errorOf({ origin, pathname, searchParams }: URL): string | null {
  if (origin !== new URL(env().baseUrl).origin) return null
  if (pathname === SIGN_IN_PAGE) return searchParams.get('error')
  return /^\/api\/auth\/(?:error|signin)$/.test(pathname) ? (searchParams.get('error') ?? 'Callback') : null
}

const toAddress = ({ redirect }: AuthResponse) => new URL(redirect ?? SIGN_IN_PAGE, env().baseUrl)

/**
 * Leads the browser on: to the page it came from, to the issuer, or back to the page of sign-in with what went wrong.
 */
function leadOn({ request, visit }: Arrival, answered: AuthResponse): Response {
  const address = toAddress(answered)
  const error = errorOf(address)
  const back = new URLSearchParams({
    error: error ?? '',
    callbackUrl: rememberedPath(request.headers.get('cookie')),
    ...(visit.suspendedId ? { account: nameSuspended(visit.suspendedId) } : {}),
  })
  return toResponse(303, answered, { location: error ? `${SIGN_IN_PAGE}?${back}` : address.href }, null)
}

async function respondWithCsrfToken({ request, route, visit }: Arrival): Promise<Response> {
  const answered = await runNextAuth(visit, { route, method: 'GET', query: {}, form: {}, headers: request.headers })
  return asJson(200, answered, answered.body)
}

/** An issuer sends the browser back, with a code or a refusal. */
async function comeBack(arrival: Arrival): Promise<Response> {
  const { request, route, visit } = arrival
  const query = Object.fromEntries(new URL(request.url).searchParams)
  return leadOn(arrival, await runNextAuth(visit, { route, method: 'GET', query, form: {}, headers: request.headers }))
}

/** The button on the page that a mailed link leads to. */
async function useLink(arrival: Arrival): Promise<Response> {
  const { request, route, visit } = arrival
  const { token = '', email = '', callbackUrl } = await parseForm(request)
  const query = { token, email: parseEmail(email) ?? '', callbackUrl: returnPath(callbackUrl) }
  return leadOn(arrival, await runNextAuth(visit, { route, method: 'GET', query, form: {}, headers: request.headers }))
}

/** The beginning of a sign-in: a request for a link, or for an issuer. Answers where to go, and the link where it is shown. */
async function begin({ request, route, visit }: Arrival): Promise<Response> {
  const byMail = route[1] === 'email'
  if (!(byMail ? hasLinks() : issuers().some(({ id }) => id === route[1]))) throw new Problem('not_found')
  const { csrfToken = '', email = '', callbackUrl } = await parseForm(request)
  if (byMail && !parseEmail(email)) throw new Problem('invalid_email')
  const form = { csrfToken, email, callbackUrl: returnPath(callbackUrl) }
  const answered = await runNextAuth(visit, { route, method: 'POST', query: {}, form, headers: request.headers })
  if (visit.problem) throw visit.problem
  const address = toAddress(answered)
  if (address.pathname === '/api/auth/signin' && address.searchParams.has('csrf')) {
    throw new Problem('cross_site_request')
  }
  if (errorOf(address)) throw new Problem(byMail ? 'mail_unavailable' : 'issuer_unavailable')
  const begun: SignInBegun = { url: byMail ? null : address.href, link: visit.link }
  return asJson(200, answered, begun)
}

function choose({ request, route }: Arrival): (arrival: Arrival) => Promise<Response> {
  const [action = '', provider = '', ...rest] = route
  const asked =
    rest.length > 0 ? '' : `${request.method} ${action}${provider && (provider === 'email' ? '/email' : '/*')}`
  if (asked === 'GET csrf') return respondWithCsrfToken
  if (asked === 'GET callback/*') return comeBack
  const act = { 'POST callback/email': useLink, 'POST signin/email': begin, 'POST signin/*': begin }[asked]
  if (!act) throw new Problem('not_found')
  if (!isOwnPage(request.method, request.headers)) throw new Problem('cross_site_request')
  return act
}

/**
 * Answers under `/api/auth/` what signing in takes, and nothing else of next-auth's. What changes something comes from
 * our own pages only, and bears next-auth's CSRF token or a link's own token besides. A mailed link is never used by
 * being opened. `peer` is the other end of the connection, where it is known.
 */
export async function respondToSignIn(
  request: Request,
  route: readonly string[],
  peer: string | null,
): Promise<Response> {
  try {
    const arrival = { request, route, visit: await beginVisit(request.headers, peer) }
    return await choose(arrival)(arrival)
  } catch (error) {
    const requestId = newId()
    const problem = toProblem(error)
    if (!(error instanceof Problem)) log.error('a sign-in failed unexpectedly', { request_id: requestId, error })
    const headers = new Headers({ 'content-type': 'application/problem+json', 'x-request-id': requestId })
    if (problem.retryAfterSeconds !== null) headers.set('retry-after', String(problem.retryAfterSeconds))
    return toResponse(problem.status, { cookies: [] }, headers, toProblemBody(problem, requestId))
  }
}
