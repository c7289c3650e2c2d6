import type { Browser, BrowserContext } from '@playwright/test'
import { openLocalBrowser } from '../test/process/local-browser'
import type { ServiceProcess } from '../test/process/start-process'

type Cookie = Awaited<ReturnType<BrowserContext['cookies']>>[number]

/** The cookie of a browser that has opened the link which a service in local mode printed, as Playwright keeps it. */
export async function localBrowserState(service: Pick<ServiceProcess, 'openLink'>): Promise<Cookie> {
  const [name = '', value = ''] = (await openLocalBrowser(service)).split('=')
  const kept = { name, value, domain: 'localhost', path: '/', expires: -1 }
  return { ...kept, httpOnly: true, secure: false, sameSite: 'Lax' }
}

/** The storage state of a browser that a local service has signed in, for `browser.newContext`. */
export async function letIn(
  service: Pick<ServiceProcess, 'openLink'>,
): Promise<Pick<NonNullable<Parameters<Browser['newContext']>[0]>, 'storageState'>> {
  return { storageState: { cookies: [await localBrowserState(service)], origins: [] } }
}
