import { expect, test } from '@playwright/test'
import { PLACES } from '@/components/site/places'
import { type Load, loadPage } from './load-page'
import { publishHere } from './publish'
import { openCaptionedClip } from './send-file'

/** The bounds of a page's script before it is interactive, in kB, compressed as it is sent. */
const PUBLIC_KB = 30
const DASHBOARD_KB = 200

const DASHBOARD = [
  ...PLACES.flatMap(({ sections }) => sections.map(({ href }) => href)),
  '/docs',
  '/docs/errors',
  '/status',
]

/** The page's own requests to the API: its first view has to be in the page. */
function askedOfApi({ responses }: Load): string[] {
  const paths = responses.map((response) => new URL(response.url()).pathname)
  return paths.filter((path) => path.startsWith('/v1/') && !path.startsWith('/v1/uploads/'))
}

test.use({ reducedMotion: 'reduce' })

test('every page loads within its script budget, in at most two rounds, and without a call to the API', async ({
  page,
  context,
}) => {
  await openCaptionedClip(page)
  const transcript = new URL(page.url()).pathname
  const published = await publishHere(page)
  const budgets = new Map([...DASHBOARD, transcript].map((address) => [address, DASHBOARD_KB]))
  budgets.set(published, PUBLIC_KB)
  const table: { address: string; scriptKb: number; depth: number; api: string[]; fits: boolean }[] = []
  for (const [address, budget] of budgets) {
    const tab = await context.newPage()
    const load = await loadPage(tab, address)
    const { scriptKb, depth } = load
    const fits = scriptKb > 1 && scriptKb < budget && depth <= 2
    table.push({ address, scriptKb, depth, api: askedOfApi(load), fits })
    await tab.close()
  }
  await test.info().attach('weights', { body: JSON.stringify(table, null, 2), contentType: 'application/json' })
  expect(table.filter(({ fits, api }) => !fits || api.length > 0)).toEqual([])
})

test('a public page is without anything of React or Next', async ({ page, context }) => {
  await openCaptionedClip(page)
  const load = await loadPage(await context.newPage(), await publishHere(page))
  const scripts = load.responses.filter((response) => response.request().resourceType() === 'script')
  expect(scripts.map((response) => new URL(response.url()).pathname)).toEqual([
    expect.stringMatching(/^\/scripts\/public-page-\w+\.js$/),
  ])
})
