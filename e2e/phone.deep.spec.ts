import { expect, test } from '@playwright/test'
import { expectNoSidewaysScroll } from './page-checks'
import { openCaptionedClip } from './send-file'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

test('whichever example is open, nothing is wider than a phone', async ({ page, context }) => {
  await context.clearCookies()
  await page.goto('/')
  await expect(page.getByRole('tab')).not.toHaveCount(0)
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click()
    await expectNoSidewaysScroll(page)
  }
})

test('the player and the search stay in sight while reading', async ({ page }) => {
  await openCaptionedClip(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('textbox', { name: 'Search this transcript' }).fill('the')
  await expectNoSidewaysScroll(page)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(page.getByRole('textbox', { name: 'Search this transcript' })).toBeInViewport()
})
