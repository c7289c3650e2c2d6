import { expect, test } from '@playwright/test'
import { expectNoBarriers, expectNoSidewaysScroll } from './page-checks'

// A browser on this machine that has not opened the link yet.
test.use({ storageState: { cookies: [], origins: [] } })

for (const [device, viewport] of [
  ['desktop', { width: 1280, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test(`a browser without access sees how to get it, on a ${device}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto('/sign-in?error=LocalLink&callbackUrl=%2Fkey')
      await expect(page.getByText('This link was used before')).toBeVisible()
      await expect(page.getByText('npm run -s cli -- open')).toBeVisible()
      await expectNoBarriers(page)
      await expectNoSidewaysScroll(page)
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/local-${device}-${colorScheme}.png`, fullPage: true })
    }
  })
}

test('a browser that was not let in gets a link to another account in the terminal only', async ({ page }) => {
  await page.goto('/developers')
  await page.waitForURL('**/sign-in?*')
  await page.getByLabel('Email').fill('ada@verbatim.test')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check the terminal' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Open link' })).toHaveCount(0)
  await expectNoBarriers(page)
})
