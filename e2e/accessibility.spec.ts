import { expect, test } from '@playwright/test'
import { expectNoBarriers } from './page-checks'
import { dropFile, openCaptionedClip, SPEECH } from './samples'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' })

    test('a job under way, then its text', async ({ page }) => {
      // News of the job is held back, so that the state stays while it is looked at.
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route('**/v1/jobs/**', async (route) => {
        await held
        await route.continue()
      })
      await page.goto('/')
      await dropFile(page, SPEECH)
      await page.waitForURL('**/transcripts/*')
      await expect(page.getByRole('progressbar')).toBeVisible()
      await expectNoBarriers(page)
      release()
      await expect(page.locator('[data-line]').first()).toBeVisible({ timeout: 90_000 })
      await page.getByText('Use a better engine').click()
      await expectNoBarriers(page)
    })

    test('a transcript being searched and played', async ({ page }) => {
      await openCaptionedClip(page)
      await page.locator('[data-line]').nth(1).click()
      await page.getByRole('textbox', { name: 'Search the text' }).fill('a')
      await expect(page.getByText(/^1 of \d+$/)).toBeVisible()
      await expectNoBarriers(page)
      await page.getByRole('button', { name: 'Download' }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      await expectNoBarriers(page)
    })
  })
}
