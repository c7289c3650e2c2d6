import { serialize } from 'hono/utils/cookie'
import { removeSession } from './end-session'
import { isOwnPage } from './is-own-page'
import { readSessionCookie, sessionCookie } from './session-cookie'

function emptyCookie(): string {
  const { name, options } = sessionCookie()
  return serialize(name, '', { ...options, maxAge: 0 })
}

/** Signs the browser out that sends a form from one of our pages: its session ends, and its cookie goes. 403 for other sites' pages. */
export async function respondToSignOut({ method, headers }: Request): Promise<Response> {
  if (!isOwnPage(method, headers)) return new Response(null, { status: 403 })
  const claims = await readSessionCookie(headers.get('cookie'))
  if (claims) await removeSession(claims)
  return new Response(null, { status: 303, headers: { location: '/', 'set-cookie': emptyCookie() } })
}
