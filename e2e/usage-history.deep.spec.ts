import { expect, test } from '@playwright/test'
import { expectNoBarriers, expectNoSidewaysScroll } from './page-checks'
import { openCaptionedClip } from './send-file'

test('charges are shown by day, as a table for the keyboard, and as a file', async ({ page }) => {
  await openCaptionedClip(page)
  await page.goto('/settings/usage')
  const history = page.getByRole('region', { name: 'Usage by day' }).first()
  await expect(history).toContainText('used in the last 90 days')
  await history.locator('summary').focus()
  await page.keyboard.press('Enter')
  const month = new Date().toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })
  const ofToday = history.getByRole('row').filter({ hasText: month })
  await expect(ofToday.filter({ hasText: 'Upload' }).first()).toBeVisible()
  await expectNoBarriers(page)
  const started = page.waitForEvent('download')
  await history.getByRole('link', { name: 'Download CSV' }).click()
  expect((await started).suggestedFilename()).toMatch(/^usage-\d{4}-\d{2}-\d{2}-\d{4}-\d{2}-\d{2}\.csv$/)
})

test('the chart fits a phone in the dark', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await openCaptionedClip(page)
  await page.goto('/settings/usage')
  await expect(page.getByRole('heading', { name: 'Usage by day' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectNoBarriers(page)
})
