import { parse } from 'hono/utils/cookie'
import { decode } from 'next-auth/jwt'
import { z } from 'zod'
import { cookieAttributes } from '@/lib/core/http/transport'
import { isId } from '@/lib/core/ids'
import { sessionSecret } from './session-secret'

/**
 * How long a user stays signed in, counted from the last time they came. The cookie lasts longer, and what it names is
 * asked for each time, so that a session continues without another cookie for the browser; after a year it ends.
 */
export const SESSION_DAYS = 30
export const COOKIE_SECONDS = 365 * 24 * 3_600

/** The claims of a session's cookie: its row and its user. */
export const sessionClaimsSchema = z.object({ sid: z.string().refine(isId), sub: z.string().refine(isId) })
export type SessionClaims = z.infer<typeof sessionClaimsSchema>

/** The cookie of a session. Over https only this host can have set it (`__Host-`). */
export function sessionCookie() {
  const options = cookieAttributes()
  return { name: options.secure ? '__Host-verbatim.session' : 'verbatim.session', options }
}

/** Reads the claims of the session's cookie in a `Cookie` header; null without one that was sealed here. */
export async function readSessionCookie(cookies: string | null): Promise<SessionClaims | null> {
  const { name } = sessionCookie()
  const token = parse(cookies ?? '', name)[name]
  const secret = token && sessionSecret()
  if (!secret) return null
  // Another Verbatim on another port of this machine sets a cookie of the same name; so may any server.
  const payload = await decode({ token, secret }).catch(() => null)
  return sessionClaimsSchema.safeParse(payload).data ?? null
}
