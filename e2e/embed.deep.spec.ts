import { expect, type Page, test } from '@playwright/test'
import { type LoopbackServer, listenOnLoopback } from '../lib/core/testing/listen-on-loopback'
import { findBarriers } from './page-checks'
import { captions, publish } from './publish'

const TEXT = `WEBVTT

00:00:00.000 --> 00:00:04.000
<v Ann>The first words of an embedded text.

01:00:00.000 --> 01:00:04.000
<v Bob>And the last ones, an hour later.
`

/** A browser without a signed-in user. */
const NOBODY = { storageState: { cookies: [], origins: [] } }

/** A page of another site, with the HTML that the test sets. */
let html = ''
let blog: LoopbackServer
test.beforeAll(async () => {
  blog = await listenOnLoopback((_, response) => {
    response.setHeader('content-type', 'text/html')
    const listen = "addEventListener('message', ({ data }) => { window.told = data })"
    response.end(
      `<!doctype html><html lang="en"><title>A blog</title><script>${listen}</script><main><h1>A blog</h1>${html}</main>`,
    )
  })
})
test.afterAll(() => blog.stop())

const told = (page: Page) => page.evaluate(() => (window as { told?: unknown }).told)

test('a published transcript is embedded in a page of another site, as its embed code says', async ({
  page,
  browser,
}) => {
  const path = await publish(page, captions('Embedded here.vtt', TEXT))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy embed code' }).click()
  await expect(page.getByText('Embed code copied')).toBeVisible()
  html = await page.evaluate(() => navigator.clipboard.readText())
  expect(html).toContain(`${path}/embed"`)

  const context = await browser.newContext(NOBODY)
  const reader = await context.newPage()
  await reader.goto(blog.url)
  const frame = reader.frameLocator('iframe')
  await expect(frame.getByText('The first words of an embedded text.')).toBeVisible()
  await expect(frame.getByText('Ann')).toBeVisible()
  await expect(frame.getByRole('link', { name: 'Embedded here' })).toHaveAttribute('target', '_blank')
  await expect.poll(() => told(reader)).toMatchObject({ type: 'verbatim:height', height: expect.any(Number) })
  expect(await context.cookies()).toEqual([])
  expect(await findBarriers(reader)).toEqual([])
  await context.close()
})

test('a frame shows the theme that its address asks for, and fits a phone', async ({ page, browser }) => {
  const path = await publish(page, captions('Embedded darkly.vtt', TEXT))
  const context = await browser.newContext({ ...NOBODY, viewport: { width: 390, height: 700 } })
  const reader = await context.newPage()
  await reader.goto(`${path}/embed?theme=dark`)
  await expect(reader.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await findBarriers(reader)).toEqual([])
  expect(await reader.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await reader.goto(`${path}/embed?theme=light`)
  await expect(reader.locator('html')).toHaveAttribute('data-theme', 'light')
  await context.close()
})

test('a transcript that is not or no longer published is not embedded', async ({ page, browser }) => {
  const path = await publish(page, captions('Embedded once.vtt', TEXT))
  html = `<iframe src="http://localhost${new URL(page.url()).port ? `:${new URL(page.url()).port}` : ''}${path}/embed" title="A text"></iframe>`
  const reader = await (await browser.newContext(NOBODY)).newPage()
  await reader.goto(blog.url)
  await expect(reader.frameLocator('iframe').getByText('The first words of an embedded text.')).toBeVisible()
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await expect(page.getByText('Unpublished')).toBeVisible()
  await reader.reload()
  await expect(reader.frameLocator('iframe').getByText('Page not found')).toBeVisible()
  const way = reader.frameLocator('iframe').getByRole('link', { name: 'Create a transcript' })
  await expect(way).toHaveAttribute('target', '_blank')
  expect((await reader.request.get('/t/never-was-abcdef/embed')).status()).toBe(404)
  await reader.context().close()
})
