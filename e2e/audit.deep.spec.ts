import { expect, test } from '@playwright/test'
import { auditPage } from './audit-page'
import { captions, publish, tenHours } from './publish'

const SHORT = `WEBVTT

00:00:00.000 --> 00:00:04.000
So we set out early, before the town was awake.

00:00:04.000 --> 00:00:08.000
Nobody had told us how far it would be.
`

/** Lighthouse's own limit of what a page should have (its `dom-size`); long text is whole in the page (decision 18). */
const ELEMENTS = 1_500
/** Lighthouse's own limit of what a script may bring in vain (its `unused-javascript`). */
const UNUSED_KB = 20

test.describe.configure({ timeout: 240_000 })

for (const [device, viewport] of [
  ['a phone', { width: 412, height: 823 }],
  ['a desktop', { width: 1350, height: 940 }],
] as const) {
  test(`on ${device} an audit of the public pages finds nothing`, async ({ page, browser }) => {
    const short = await publish(page, captions(`Short, on ${device}.vtt`, SHORT))
    const long = await publish(page, tenHours(`Long, on ${device}.vtt`))
    const seen: Record<string, string[]> = {}
    for (const address of ['/', '/status', '/docs', '/docs/errors', short, long]) {
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
      const { findings, elements, unusedScriptKb } = await auditPage(await context.newPage(), address)
      if (elements > ELEMENTS && ![long, '/docs/errors'].includes(address)) findings.push(`${elements} elements`)
      if (unusedScriptKb > UNUSED_KB && [short, long].includes(address)) findings.push(`${unusedScriptKb} kB unused`)
      seen[address] = findings
      await context.close()
    }
    expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((address) => [address, []])))
  })
}

test('search engines may read public pages and find the sitemap', async ({ request }) => {
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toMatch(/^Sitemap: https?:\/\/\S+\/sitemap\.xml$/m)
  expect(robots).not.toMatch(/^Disallow: \/$/m)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the front door and the docs can be read', async ({ page }) => {
    for (const [address, words] of [
      ['/', 'transcript'],
      ['/status', 'links that worked'],
      ['/docs', 'Verbatim'],
      ['/docs/errors', 'no_audio'],
    ] as const) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible()
    }
  })
})
