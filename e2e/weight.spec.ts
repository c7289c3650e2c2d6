import { type CDPSession, expect, type Page, test } from '@playwright/test'
import { openCaptionedClip } from './samples'

/**
 * What a page may bring of script before it is alive, in kB, compressed as it is sent. React and Next alone are 132 of them,
 * notices and the cache of answers 20.
 */
const BUDGETS = { docs: 190, list: 200, door: 215, connections: 215, transcript: 240 }

type Load = { scriptKb: number; depth: number; api: string[] }

/** Follows who asked for what: the document's own tags are one deep, what a script of theirs asks for is two. */
function followDepth(session: CDPSession): { deepest: () => number } {
  const depths = new Map<string, number>()
  session.on('Network.requestWillBeSent', ({ request, initiator }) => {
    const by = initiator.stack?.callFrames[0]?.url ?? initiator.stack?.parent?.callFrames[0]?.url
    depths.set(request.url, initiator.type === 'script' && by ? (depths.get(by) ?? 1) + 1 : 1)
  })
  return { deepest: () => Math.max(...depths.values()) }
}

async function load(page: Page, address: string): Promise<Load> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const { deepest } = followDepth(session)
  const sizes: Promise<number>[] = []
  const api: string[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    if (new URL(request.url()).pathname.startsWith('/v1/')) api.push(request.url())
  })
  await page.goto(address, { waitUntil: 'load' })
  await expect(page.locator('html')).toBeVisible()
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  return { scriptKb: Math.round(bytes / 1000), depth: deepest(), api }
}

test.use({ reducedMotion: 'reduce' })

test('the front door and the pages of the dashboard bring no more script than they may, and ask for nothing else first', async ({
  page,
  context,
}) => {
  await openCaptionedClip(page)
  const transcript = new URL(page.url()).pathname
  const budgets: [string, number][] = [
    ['/docs/errors', BUDGETS.docs],
    ['/transcripts', BUDGETS.list],
    ['/', BUDGETS.door],
    ['/connections', BUDGETS.connections],
    [transcript, BUDGETS.transcript],
  ]
  const seen: Record<string, Load> = {}
  for (const [address] of budgets) seen[address] = await load(await context.newPage(), address)
  for (const [address, budget] of budgets) {
    expect(seen[address]?.scriptKb, `${address} of ${JSON.stringify(seen)}`).toBeLessThan(budget)
    expect(seen[address]?.scriptKb, 'it was weighed at all').toBeGreaterThan(50)
    expect(seen[address]?.depth, address).toBeLessThanOrEqual(2)
    expect(
      seen[address]?.api.filter((url) => !url.includes('/v1/uploads/')),
      address,
    ).toEqual([])
  }
})
