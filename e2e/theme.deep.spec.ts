import { expect, type Page, test } from '@playwright/test'

const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

// Signed-in users choose it in their settings.
test.use({ storageState: { cookies: [], origins: [] } })

test('the system decides until the person does, and the choice is there in the first byte', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  const dark = await paper(page)
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await paper(page)
  expect(light).not.toBe(dark)

  const stored = page.waitForResponse('**/preferences/theme')
  await page.getByLabel('Theme').selectOption('Dark')
  await stored
  expect(await paper(page)).toBe(dark)

  const html = await (await page.request.get('/')).text()
  expect(html).toContain('data-theme="dark"')
  await page.reload()
  expect(await paper(page)).toBe(dark)
})
