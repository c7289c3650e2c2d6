import { expect, test } from '@playwright/test'
import { expectNoBarriers } from './page-checks'
import { dropFile, openCaptionedClip, SPEECH } from './samples'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' })

    test('pages', async ({ page }) => {
      for (const address of ['/', '/docs/errors', '/docs/errors#no_audio', '/nothing']) {
        await page.goto(address)
        await expectNoBarriers(page)
      }
    })

    test('home with its parts open', async ({ page }) => {
      await page.goto('/')
      await page.getByRole('button', { name: 'Language and format' }).click()
      await page.getByRole('textbox', { name: 'Link' }).fill('https://youtu.be/dQw4w9WgXcQ')
      await page.getByRole('tab', { name: 'JSON' }).click()
      await expectNoBarriers(page)
    })

    test('a refusal', async ({ page }) => {
      await page.goto('/')
      await page.getByRole('textbox', { name: 'Link' }).fill('http://127.0.0.1/secret.mp3')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert').filter({ hasText: 'private' })).toBeVisible()
      await expectNoBarriers(page)
    })

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
