import { parse, serialize } from 'hono/utils/cookie'
import { decode, encode } from 'next-auth/jwt'
import { env } from '@/lib/core/env'
import { cookieAttributes } from '@/lib/core/http/transport'
import { COOKIE_SECONDS, sessionClaimsSchema } from './session-cookie'
import { sessionSecret } from './session-secret'

const claimsSchema = sessionClaimsSchema.pick({ sid: true })

/** Browsers keep cookies by host, not by port: two services on one machine would take each other's away. */
function cookieName(): string {
  return `verbatim.local-${new URL(env().baseUrl).port || '80'}`
}

/** The `Set-Cookie` of a browser that acts as the local account. `sessionId` is the session that it names. */
export async function localCookie(sessionId: string): Promise<string> {
  const secret = sessionSecret('local browsers')
  if (!secret) throw new Error('VERBATIM_SECRET is not set, so no browser can be let in.')
  const token = await encode({ token: { sid: sessionId }, secret, maxAge: COOKIE_SECONDS })
  return serialize(cookieName(), token, { ...cookieAttributes(), maxAge: COOKIE_SECONDS })
}

/** The session that the local cookie in a `Cookie` header names; null without one, and for one that was not sealed here. */
export async function readLocalCookie(cookies: string | null): Promise<string | null> {
  const name = cookieName()
  const token = parse(cookies ?? '', name)[name]
  const secret = token && sessionSecret('local browsers')
  if (!secret) return null
  const payload = await decode({ token, secret }).catch(() => null)
  return claimsSchema.safeParse(payload).data?.sid ?? null
}
