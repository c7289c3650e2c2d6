import { expect, type Page, test } from '@playwright/test'
import { standInForPlayers } from './frame-players'
import { expectNoBarriers } from './page-checks'
import { openCaptionedClip, openFile } from './send-file'

async function openLink(page: Page, link: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Link' }).fill(link)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/transcripts/*')
  await expect(page.locator('[data-line]').first()).toBeVisible()
}

const spoken = (page: Page) => page.locator('[data-line][aria-current]')

test('YouTube is not asked for anything until its player is wanted, and then follows the text', async ({ page }) => {
  const asked = await standInForPlayers(page)
  await openLink(page, 'https://youtu.be/watchThis02')
  await expect(page.getByText('Loads a player from www.youtube-nocookie.com')).toBeVisible()
  await expectNoBarriers(page)
  await page.locator('[data-line]').nth(3).click()
  expect(asked).toEqual([])

  await page.getByRole('button', { name: /Play from YouTube/ }).click()
  const player = page.frameLocator('iframe').locator('body')
  await expect(player).toHaveAttribute('data-state', '1')
  expect(asked.map((address) => new URL(address).origin)).toEqual(['https://www.youtube-nocookie.com'])
  expect(new URL(asked[0] ?? '').searchParams.get('start')).toBe('1')
  await expect(spoken(page)).toHaveText('what')

  await page.locator('[data-line]').nth(10).click()
  await expect(player).toHaveAttribute('data-seconds', '4')
  await page.locator('h1').click()
  await page.keyboard.press('ArrowLeft')
  await expect(player).toHaveAttribute('data-seconds', '0')
  await page.keyboard.press('ArrowRight')
  await expect(player).toHaveAttribute('data-seconds', '5')
  await page.keyboard.press(' ')
  await expect(player).toHaveAttribute('data-state', '2')
  await page.getByLabel('Speed').selectOption('1.5')
  await expect(player).toHaveAttribute('data-rate', '1.5')
})

test('Vimeo plays beside its text too', async ({ page }) => {
  await standInForPlayers(page)
  await openLink(page, 'https://vimeo.com/76979871')
  await page.getByRole('button', { name: /Play from Vimeo/ }).click()
  const player = page.frameLocator('iframe').locator('body')
  await expect(player).toHaveAttribute('data-last', 'addEventListener')
  await page.locator('[data-line]').last().click()
  await expect(player).toHaveAttribute('data-last', 'play')
  expect(Number(await player.getAttribute('data-seconds'))).toBeGreaterThan(0)
  await expect(spoken(page)).toHaveText((await page.locator('[data-line]').last().textContent()) ?? '')
})

test('only transcripts may frame players', async ({ request }) => {
  const policyOf = async (path: string) => (await request.get(path)).headers()['content-security-policy'] ?? ''
  expect(await policyOf('/')).toContain("frame-src 'none'")
  expect(await policyOf('/transcripts')).toContain("frame-src 'none'")
  const players = 'frame-src https://www.youtube-nocookie.com https://player.vimeo.com;'
  expect(await policyOf('/transcripts/0199e3f1-2b7a-7c31-9d0e-5c1f0a9d2f11')).toContain(players)
})

test('the languages of a video are listed with how each was made', async ({ page }) => {
  await openLink(page, 'https://vimeo.com/76979871')
  await page.getByRole('button', { name: 'Language' }).click()
  const english = page.getByRole('menuitemradio', { name: 'English' })
  await expect(english).toContainText('Captions')
  await expect(english).toHaveAttribute('aria-checked', 'true')
  await expectNoBarriers(page)
})

test('keys play and pause a file, and leave the search alone', async ({ page }) => {
  await openCaptionedClip(page)
  const video = page.locator('video')
  const paused = () => video.evaluate((element: HTMLVideoElement) => element.paused)
  await page.locator('h1').click()
  await page.keyboard.press(' ')
  await expect.poll(paused).toBe(false)
  await page.keyboard.press(' ')
  await expect.poll(paused).toBe(true)
  const field = page.getByRole('textbox', { name: 'Search this transcript' })
  await field.fill('you')
  await field.press(' ')
  await expect(field).toHaveValue('you ')
  expect(await paused()).toBe(true)
  await field.blur()
  await page.keyboard.press('>')
  expect(await video.evaluate((element: HTMLVideoElement) => element.playbackRate)).toBeGreaterThan(1)
})

test('a text in another language than was asked for says so', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Spanish')
  await page.getByRole('textbox', { name: 'Link' }).fill('https://youtu.be/watchThis03')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/transcripts/*')
  await expect(page.getByText(/Not available in Spanish. Showing the original English/)).toBeVisible()
  await expect(page.getByText(/^English · automatic captions from YouTube/)).toBeVisible()
})

test('text in a right-to-left language is laid out right to left, with the times on the other side', async ({
  page,
}) => {
  const body = Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\nكان النهر واسعا وكانت القوارب تمر ببطء\n')
  await openFile(page, { name: 'arabic.vtt', type: 'text/vtt', body })
  const line = page.locator('[data-line]').first()
  await expect(line).toBeVisible()
  expect(await line.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
  const [text, time] = [await line.boundingBox(), await page.locator('a[data-seconds]').boundingBox()]
  expect(time?.x).toBeGreaterThanOrEqual((text?.x ?? 0) + (text?.width ?? 0))
})
