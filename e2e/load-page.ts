import type { Page, Request, Response } from '@playwright/test'

/** The bytes that were received until a page was loaded. */
export type Load = {
  /** Kilobytes of script, compressed as they were sent. */
  scriptKb: number
  /** How long the longest chain of requests is: what the document names is one deep, what that asks for is two. */
  depth: number
  responses: readonly Response[]
}

type Initiator = { type: string; url?: string; stack?: Stack }
type Stack = { callFrames: { url: string }[]; parent?: Stack }

/** The URL of the script, style sheet or document that requested a resource, where known. */
function askerOf({ type, url, stack }: Initiator): string | undefined {
  if (type === 'script') return stack?.callFrames[0]?.url ?? stack?.parent?.callFrames[0]?.url
  return url
}

/**
 * Ignores the pointer event without movement that the headless shell reports once a page is loaded: it would load what
 * waits for the first use of the page.
 */
export async function ignoreUnmovedPointer(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ignore = (event: PointerEvent) => {
      if (event.movementX === 0 && event.movementY === 0) event.stopImmediatePropagation()
    }
    window.addEventListener('pointermove', ignore, true)
  })
}

/** Loads a page with an empty cache. Returns what that took. */
export async function loadPage(page: Page, address: string): Promise<Load> {
  await ignoreUnmovedPointer(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const depths = new Map<string, number>()
  session.on('Network.requestWillBeSent', ({ request, initiator, type }) => {
    const by = type === 'Document' ? undefined : askerOf(initiator)
    depths.set(request.url, type === 'Document' ? 0 : (depths.get(by ?? '') ?? 0) + 1)
  })
  const arrived: Request[] = []
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  page.on('requestfinished', (request) => arrived.push(request))
  await page.goto(address, { waitUntil: 'load' })
  const scripts = arrived.filter((request) => request.resourceType() === 'script')
  const sizes = await Promise.all(scripts.map(async (script) => (await script.sizes()).responseBodySize))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return { scriptKb: Math.round(bytes / 100) / 10, depth: Math.max(...depths.values()), responses }
}
