import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { expectNoBarriers } from './page-checks'
import { openCaptionedClip } from './send-file'

test('the appearance is chosen, and still there after a reload', async ({ page }) => {
  await page.goto('/settings')
  await expectNoBarriers(page)
  const saved = page.waitForResponse('**/preferences/theme')
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await saved
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
})

test('the archive of the account is downloaded', { tag: '@deep' }, async ({ page }) => {
  await openCaptionedClip(page)
  await page.goto('/settings')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download archive' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^verbatim-export-[\d-]{10}\.zip$/)
  const bytes = await readFile(await download.path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  for (const name of ['account.json', 'history.json', '.srt']) expect(bytes.includes(name)).toBe(true)
})

test('the account is deleted only on its address, and the machine begins anew', { tag: '@deep' }, async ({ page }) => {
  await openCaptionedClip(page)
  const transcript = page.url()
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Delete account…' }).click()
  const field = page.getByLabel('Type you@localhost to confirm')
  await expect(field).toBeFocused()
  const end = page.getByRole('button', { name: 'Delete account', exact: true })
  await field.fill('someone@else.example')
  await expect(end).toBeDisabled()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete account…' }).click()
  await field.fill('you@localhost')
  await expectNoBarriers(page)
  await end.click()
  await page.waitForURL((url) => url.pathname === '/')
  expect((await page.goto(transcript))?.status()).toBe(404)
  await openCaptionedClip(page)
})

test.describe('on a phone in the dark', () => {
  test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark', reducedMotion: 'reduce' })

  test('no page scrolls sideways or has an accessibility violation', { tag: '@deep' }, async ({ page }) => {
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Delete account…' }).click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await expectNoBarriers(page)
  })
})
