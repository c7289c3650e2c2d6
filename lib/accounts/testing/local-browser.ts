import { beginSession } from '@/lib/accounts/sessions/begin-session'
import { localCookie } from '@/lib/accounts/sessions/local-cookie'
import { ensureLocalAccount, localActor } from '../local/local-account'

/** The cookie of a browser on this machine that was signed in by a local link, as the browser sends it. */
export async function localBrowserCookie(): Promise<string> {
  await ensureLocalAccount()
  const local = await localActor()
  if (!local) throw new Error('there is no local account')
  const [cookie = ''] = (await localCookie(await beginSession(local.userId, null))).split(';')
  return cookie
}
