import { encode } from 'next-auth/jwt'
import { beginSession } from '../begin-session'
import { COOKIE_SECONDS, sessionCookie } from '../session-cookie'
import { sessionSecret } from '../session-secret'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A browser in which a user is signed in: the session's id, and its cookie as the browser sends it. */
export async function signInAs(userId: string): Promise<{ sid: string; cookie: string }> {
  const sid = await beginSession(userId, FIREFOX)
  const token = await encode({ token: { sub: userId, sid }, secret: sessionSecret() ?? '', maxAge: COOKIE_SECONDS })
  return { sid, cookie: `${sessionCookie().name}=${token}` }
}
