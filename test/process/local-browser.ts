import type { ServiceProcess } from './start-process'

/**
 * Opens the link that a service in local mode printed. Returns the cookie that the browser has from then on, as it
 * sends it.
 */
export async function openLocalBrowser({ openLink }: Pick<ServiceProcess, 'openLink'>): Promise<string> {
  if (!openLink) throw new Error('the service is not in local mode: it printed no link')
  const answer = await fetch(openLink, { redirect: 'manual' })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  if (!cookie) throw new Error(`the link was answered ${answer.status} ${answer.headers.get('location')}`)
  return cookie
}
