import { expect, type Page, test } from '@playwright/test'
import { expectNoBarriers } from './page-checks'
import { dropFile, openCaptionedClip, SPEECH } from './samples'

test.use({ reducedMotion: 'reduce' })

/** In the light everything is looked for; in the dark what colours may change. */
async function expectNoBarriersInLightOrDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoBarriers(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoBarriers(page, ['color-contrast', 'link-in-text-block'])
}

test('a job under way, then its text, in light and in dark', async ({ page }) => {
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
  await expectNoBarriersInLightOrDark(page)
  release()
  await expect(page.locator('[data-line]').first()).toBeVisible({ timeout: 90_000 })
  await expectNoBarriersInLightOrDark(page)
})

test('a transcript being searched and played, in light and in dark', async ({ page }) => {
  await openCaptionedClip(page)
  await page.locator('[data-line]').nth(1).click()
  await page.getByRole('textbox', { name: 'Search this transcript' }).fill('a')
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible()
  await expectNoBarriersInLightOrDark(page)
  await page.getByRole('button', { name: 'Download' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectNoBarriersInLightOrDark(page)
})
