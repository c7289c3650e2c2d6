import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { pressUntilFocused } from './press-until'
import { openCaptionedClip } from './send-file'

test.beforeEach(async ({ page }) => openCaptionedClip(page))

const BEGINNINGS = {
  'Plain text': /^\S/,
  'SRT subtitles': /^1\n\d\d:\d\d:\d\d,\d{3} --> /,
  'WebVTT captions': /^WEBVTT\n\n/,
  'TTML captions': /^<\?xml /,
  'ASS subtitles': /^\[Script Info\]\n/,
  Markdown: /^# /,
  'Word document': /^PK/,
  PDF: /^%PDF-/,
  JSON: /^\{\s+"id": "/,
}

async function download(page: Page, name: string): Promise<{ file: string; text: string }> {
  await page.getByRole('button', { name: 'Download' }).click()
  const started = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click()
  const file = await started
  return { file: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('captions are there immediately and download in every format', async ({ page }) => {
  await expect(page.getByText(/captions from the file/)).toBeVisible()
  const endings = new Set<string | undefined>()
  for (const [name, beginning] of Object.entries(BEGINNINGS)) {
    const { file, text } = await download(page, name)
    expect(text, name).toMatch(beginning)
    endings.add(file.split('.').at(-1))
  }
  expect(endings).toEqual(new Set(['ass', 'docx', 'json', 'md', 'pdf', 'srt', 'ttml', 'txt', 'vtt']))
})

test('the download menu checks the subtitles and offers them repaired', async ({ page }) => {
  await page.getByRole('button', { name: 'Download' }).click()
  await expect(page.getByText('Subtitle checks')).toBeVisible()
  await expect(page.getByText(/^(?:No readability issues$|\d+ readability issues? in \d+ cues?$)/)).toBeVisible()
  await page.keyboard.press('Escape')
  expect((await download(page, 'SRT, issues fixed')).text).toMatch(/^1\n\d\d:\d\d:\d\d,\d{3} --> /)
  expect((await download(page, 'WebVTT, issues fixed')).text).toMatch(/^WEBVTT\n\n/)
})

test('a click on a line plays from there and marks it', async ({ page }) => {
  const line = page.locator('[data-line]').nth(2)
  await line.click()
  await expect(line).toHaveAttribute('aria-current', 'true')
  const { start } = (await transcriptOf(page)).segments[2] ?? { start: Number.NaN }
  const seconds = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect.poll(seconds).toBeGreaterThanOrEqual(start)
  expect(await seconds()).toBeLessThan(start + 5)
})

test('a time can be linked', async ({ page }) => {
  await page.goto(`${page.url().split('?')[0]}?t=4`)
  await expect(page.locator('[data-line][aria-current]')).toHaveCount(1)
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)).toBe(4)
  await page.locator('a[data-seconds]').first().click()
  await expect(page).toHaveURL(/\?t=\d+$/)
})

test('search counts, goes around and marks', async ({ page }) => {
  const words = (await transcriptOf(page)).segments.flatMap(({ text }) => text.toLowerCase().match(/[a-z]{3,}/g) ?? [])
  const word = words.find((candidate, index) => words.indexOf(candidate) !== index) ?? words[0] ?? ''
  const field = page.getByRole('textbox', { name: 'Search this transcript' })
  await pressUntilFocused(page, '/', field)
  await field.fill(word.toUpperCase())
  const count = page.getByText(/^\d+ of \d+$/)
  await expect(count).toHaveText(/^1 of /)
  const total = Number((await count.textContent())?.split(' of ')[1])
  expect(total).toBeGreaterThanOrEqual(1)
  expect(await paintedHits(page)).toBe(total)
  await page.keyboard.press('Shift+Enter')
  await expect(count).toHaveText(`${total} of ${total}`)
  await page.keyboard.press('Enter')
  await expect(count).toHaveText(`1 of ${total}`)
  await page.keyboard.press('Escape')
  await expect(count).toBeHidden()
  await expect.poll(() => paintedHits(page)).toBe(0)
  await page.keyboard.press('Control+f')
  await expect(field).toBeFocused()
  await field.fill('qqqq')
  await expect(page.getByText('No results')).toBeVisible()
})

test('the text is copied in three forms', async ({ page }) => {
  const forms = { Text: /^\w/, 'Text with timestamps': /^\[0:0\d\] /, Markdown: /^# / }
  for (const [name, beginning] of Object.entries(forms)) {
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
    await expect(page.getByText(`${name} copied`)).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(beginning)
  }
})

test('the format chosen before is downloaded once, and the page stays to be read', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByLabel('When done').selectOption('srt')
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Existing captions' }).click()
  expect((await started).suggestedFilename()).toMatch(/\.srt$/)
  await expect(page.locator('[data-line]').first()).toBeVisible()
  await expect(page).not.toHaveURL(/download/)
})

const paintedHits = (page: Page) =>
  page.evaluate(() => [...CSS.highlights.values()].reduce((sum, highlight) => sum + highlight.size, 0))

async function transcriptOf(page: Page): Promise<{ segments: { start: number; text: string }[] }> {
  const response = await page.request.get(`${page.url().split('?')[0]}/download/json`)
  return response.json()
}

test("a menu that can't be fetched says so, and comes when the connection is back", async ({ page, context }) => {
  await openCaptionedClip(page)
  await page.waitForLoadState('load')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('This couldn’t be loaded.')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('menuitem', { name: 'Markdown' })).toBeVisible()
})
