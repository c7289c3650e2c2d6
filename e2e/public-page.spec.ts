import { type Browser, expect, type Page, test } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { standInForPlayers } from './frame-players'
import { expectNoBarriers } from './page-checks'
import { captions, publish, publishHere, tenHours } from './publish'

const HOSTILE = `WEBVTT

00:00:00.000 --> 00:00:04.000
&lt;/script&gt;&lt;script&gt;window.broken=1&lt;/script&gt;&lt;img src=x onerror=window.broken=1&gt;

00:00:04.000 --> 00:00:08.000
\u202enever closed, &lt;!-- &lt;script&gt; ]]&gt;

00:01:03.000 --> 00:01:08.000
${'W'.repeat(300)}

00:01:10.000 --> 00:01:14.000
The last words are plain.
`

async function stranger(browser: Browser, javaScriptEnabled: boolean): Promise<Page> {
  return (await browser.newContext({ javaScriptEnabled })).newPage()
}

/** Twice: the first is made, the second comes from memory. */
async function openTwice(page: Page, path: string): Promise<void> {
  for (const _ of [1, 2]) expect((await page.goto(path))?.status()).toBe(200)
}

test('a published transcript is whole without scripts, files and description included', async ({ page, browser }) => {
  const path = await publish(page, captions('Whole.vtt', HOSTILE))
  const reader = await stranger(browser, false)
  await openTwice(reader, path)
  await expect(reader.getByText('The last words are plain.')).toBeVisible()
  await expect(reader.getByRole('search')).toBeHidden()
  await expect(reader.getByRole('link', { name: 'Verbatim', exact: true }).last()).toHaveAttribute('href', '/')
  await reader.getByText('Download', { exact: true }).click()
  for (const name of ['Plain text', 'SRT subtitles', 'WebVTT captions', 'Markdown', 'JSON']) {
    const href = (await reader.getByRole('link', { name }).getAttribute('href')) ?? ''
    const file = await reader.request.get(href)
    expect([name, file.status(), (await file.text()).includes('The last words are plain.')]).toEqual([name, 200, true])
  }
  const document = await reader.request.get(
    (await reader.getByRole('link', { name: 'Word document' }).getAttribute('href')) ?? '',
  )
  expect([document.status(), (await document.body()).subarray(0, 2).toString()]).toEqual([200, 'PK'])
  await expect(reader.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${path}$`))
  const picture = (await reader.locator('meta[property="og:image"]').getAttribute('content')) ?? ''
  const image = await reader.request.get(new URL(picture).pathname)
  expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/png'])
  const data = JSON.parse((await reader.locator('script[type="application/ld+json"]').textContent()) ?? '')
  expect(data).toMatchObject({ '@type': 'Article', headline: 'Whole' })
  await reader.context().close()
})

test('it comes alive: search, linked times, nothing runs that was said', async ({ page, browser }) => {
  const path = await publish(page, captions('Alive.vtt', HOSTILE))
  const reader = await stranger(browser, true)
  const errors: string[] = []
  reader.on('pageerror', ({ message }) => errors.push(message))
  reader.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await openTwice(reader, `${path}?t=1:12`)
  await expect(reader.locator('[data-line][aria-current]')).toHaveText('The last words are plain.')
  await reader.getByRole('textbox', { name: 'Search this transcript' }).fill('words are')
  await expect(reader.getByText('1 of 1')).toBeVisible()
  await reader.getByRole('button', { name: 'Copy' }).click()
  await expect(reader.getByText('Text copied')).toBeVisible()
  expect(await reader.evaluate(() => navigator.clipboard.readText())).toContain('The last words are plain.')
  await reader.getByRole('textbox', { name: 'Search this transcript' }).press('Escape')
  await expect(reader.getByText('1 of 1')).toBeHidden()
  await reader.getByLabel('Theme').selectOption('Dark')
  await expect(reader.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await reader.evaluate(() => 'broken' in window)).toBe(false)
  expect(errors).toEqual([])
  await reader.context().close()
})

test('a platform’s player is there once it is wanted, begins where the link leads, and follows the text', {
  tag: '@deep',
}, async ({ page, browser }) => {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Link' }).fill('https://youtu.be/watchThis02')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/transcripts/*')
  const path = await publishHere(page)

  const reader = await stranger(browser, true)
  const asked = await standInForPlayers(reader)
  await openTwice(reader, `${path}?t=4`)
  expect((await reader.request.get(path)).headers()['content-security-policy']).toContain(
    'frame-src https://www.youtube-nocookie.com https://player.vimeo.com;',
  )
  expect(asked).toEqual([])
  await reader.getByRole('button', { name: /Play from YouTube/ }).click()
  const player = reader.frameLocator('iframe').locator('body')
  await expect(player).toHaveAttribute('data-state', '1')
  expect(new URL(asked[0] ?? '').searchParams.get('start')).toBe('4')
  await reader.locator('[data-line]').nth(3).click()
  await expect(player).toHaveAttribute('data-seconds', '1.2')
  await expect(reader.locator('[data-line][aria-current]')).toHaveText('was')
  await reader.getByLabel('Speed').selectOption('2')
  await expect(player).toHaveAttribute('data-rate', '2')
  await reader.getByRole('heading', { level: 1 }).click()
  await reader.keyboard.press('Space')
  await expect(player).toHaveAttribute('data-state', '2')
  await reader.context().close()

  const still = await stranger(browser, false)
  await openTwice(still, path)
  await expect(still.getByRole('button', { name: /Play from/ })).toBeHidden()
  await expect(still.getByRole('link', { name: 'Open on YouTube' })).toBeVisible()
  await expect(still.locator('[data-line]').last()).toBeVisible()
  await still.context().close()
})

test('the link of a quote has a card with its words and a picture, on a page that stays the same', {
  tag: '@deep',
}, async ({ page, browser }) => {
  const path = await publish(page, captions('Quoted.vtt', HOSTILE))
  const reader = await stranger(browser, false)
  const head = async (address: string) => {
    await openTwice(reader, address)
    const content = (name: string) => reader.locator(`meta[property="${name}"]`).getAttribute('content')
    return {
      title: await content('og:title'),
      description: await content('og:description'),
      image: new URL((await content('og:image')) ?? ''),
      canonical: new URL((await reader.locator('link[rel=canonical]').getAttribute('href')) ?? '').pathname,
    }
  }
  const plain = await head(path)
  const quoted = await head(`${path}?t=70-74`)
  expect(quoted).toMatchObject({
    title: '“The last words are plain.”',
    description: 'Quoted · 1:10–1:14',
    canonical: path,
  })
  expect(quoted.image.pathname + quoted.image.search).toBe(`${path}/image?t=70-74`)
  const pictures = await Promise.all(
    [plain.image, quoted.image].map(({ pathname, search }) => reader.request.get(pathname + search)),
  )
  expect(pictures.map((picture) => [picture.status(), picture.headers()['content-type']])).toEqual([
    [200, 'image/png'],
    [200, 'image/png'],
  ])
  expect((await pictures[0]?.body())?.equals((await pictures[1]?.body()) ?? Buffer.of())).toBe(false)
  // The text is no HTML in the head either.
  expect((await head(`${path}?t=0-4`)).title).toContain('</script><script>window.broken=1')
  expect(await head(`${path}?t=70`)).toEqual(plain)
  expect(await head(`${path}?t=500-600`)).toEqual(plain)
  const etag = (await reader.request.get(`${path}?t=70-74`)).headers().etag ?? ''
  expect((await reader.request.get(`${path}?t=70-74`, { headers: { 'if-none-match': etag } })).status()).toBe(304)
  expect((await reader.request.get(path, { headers: { 'if-none-match': etag } })).status()).toBe(200)
  await reader.context().close()
})

test('on a phone nothing is off the screen, and nothing is a barrier', { tag: '@deep' }, async ({ page }) => {
  const path = await publish(page, captions('Phone.vtt', HOSTILE))
  await page.setViewportSize({ width: 390, height: 800 })
  await openTwice(page, path)
  const beyond = await page
    .locator('p.reading')
    .evaluateAll((texts) => texts.filter((text) => text.getBoundingClientRect().right > window.innerWidth).length)
  expect(beyond).toBe(0)
  await expectNoBarriers(page)
})

test('an unpublished page is gone immediately for everyone, with its files and its site map entry', {
  tag: '@deep',
}, async ({ page, browser }) => {
  const path = await publish(page, captions('Taken back.vtt', HOSTILE))
  const reader = await stranger(browser, true)
  await openTwice(reader, path)
  expect(await (await reader.request.get('/sitemap.xml')).text()).toContain(path)
  await page.goto('/transcripts?published=true')
  const menu = page.getByRole('button', { name: 'Actions for Taken back' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Unpublish' }).click()
  await expect(page.getByText('Unpublished', { exact: true })).toBeVisible()
  await expect(menu).toHaveCount(0)
  expect((await reader.goto(path))?.status()).toBe(404)
  for (const ending of ['.txt', '.srt', '.vtt', '.ttml', '.ass', '.md', '.docx', '.pdf', '.json', '/image']) {
    expect([ending, (await reader.request.get(`${path}${ending}`)).status()]).toEqual([ending, 404])
  }
  expect(await (await reader.request.get('/sitemap.xml')).text()).not.toContain(path)
  await reader.context().close()
})

test('on paper a public page is its title, source and text, black on white also in dark', {
  tag: '@deep',
}, async ({ page }) => {
  const path = await publish(page, captions('Paper.vtt', HOSTILE))
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Paper' })).toBeVisible()
  await expect(page.getByText('The last words are plain.')).toBeVisible()
  for (const role of ['toolbar', 'navigation', 'search', 'button'] as const)
    for (const part of await page.getByRole(role).all()) await expect(part).toBeHidden()
  const colors = () => [
    getComputedStyle(document.body).color,
    getComputedStyle(document.documentElement).backgroundColor,
  ]
  expect(await page.evaluate(colors)).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
  const pdf = await page.pdf({ format: 'A4' })
  expect((await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text).not.toContain(
    'Download',
  )
})

test('a page of ten hours is smaller than 2 MB and searches to its end', { tag: '@deep' }, async ({ page }) => {
  const path = await publish(page, tenHours('Ten hours.vtt'))
  await openTwice(page, path)
  const html = await (await page.request.get(path)).body()
  expect(html.byteLength).toBeLessThan(2_000_000)
  await page.getByRole('textbox', { name: 'Search this transcript' }).fill('number 8999')
  await expect(page.locator('[data-line="8999"]')).toBeInViewport()
})
