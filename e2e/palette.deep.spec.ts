import { expect, test } from '@playwright/test'
import { expectNoBarriers } from './page-checks'
import { pressUntilFocused } from './press-until'
import { captions } from './publish'
import { openCaptionedClip, openFile } from './send-file'

test('the palette opens a page, a transcript found by its words, and does things, by keyboard alone', async ({ page }, {
  retry,
}) => {
  // All tests share the account: no other test, nor an earlier try of this one, has this word and title.
  const word = `actinomorphic${'s'.repeat(retry)}`
  const title = `Found by the palette ${retry}`
  await openFile(page, captions(`${title}.vtt`, `WEBVTT\n\n00:00.000 --> 00:02.000\nA ${word} flower.\n`))
  const transcript = new URL(page.url()).pathname
  await page.goto('/settings')
  const field = page.getByRole('combobox', { name: /Search transcripts/ })
  await pressUntilFocused(page, 'Control+k', field)
  await expect(page.getByRole('option', { name: title })).toBeVisible()
  await expectNoBarriers(page)

  await field.fill('webhook')
  await expect(page.getByRole('option', { selected: true })).toHaveText('Developers › Webhooks')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/developers/webhooks')
  await expect(field).toBeHidden()

  await page.keyboard.press('Control+k')
  await field.fill(word)
  await expect(page.getByRole('option')).toHaveText([title])
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${transcript}`)

  await page.keyboard.press('Control+k')
  await field.fill('theme')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toHaveText('Use dark theme')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  await page.keyboard.press('Control+k')
  await field.fill('qqqqqq')
  await expect(page.getByText('No results')).toBeVisible()
  await expectNoBarriers(page)
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
})

test('? lists every shortcut, but not during typing', async ({ page }) => {
  await openCaptionedClip(page)
  const overlay = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.getByRole('textbox', { name: 'Search this transcript' }).press('?')
  await page.keyboard.press('Escape')
  await expect(overlay).toBeHidden()
  await page.keyboard.press('?')
  await expect(overlay).toBeVisible()
  for (const name of [
    'Play or pause',
    'Back or forward 10 seconds',
    'Copy link at this time',
    'Next or previous passage',
  ]) {
    await expect(overlay.getByText(name)).toBeVisible()
  }
  await expectNoBarriers(page)
  await page.keyboard.press('Escape')
  await expect(overlay).toBeHidden()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(overlay).toBeVisible()
})

test('pages without a signed-in user have no palette', async ({ browser }) => {
  const page = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage()
  await page.goto('/docs')
  await page.keyboard.press('Control+k')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.context().close()
})
