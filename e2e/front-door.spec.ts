import { expect, test } from '@playwright/test'
import { expectNoBarriers, expectNoSidewaysScroll } from './page-checks'

const DOORS = { 'A program': '/v1/transcript', 'The command line': 'verbatim get', 'An assistant': '/mcp' }

test('three doors, each with what to paste', async ({ page, baseURL }) => {
  await page.goto('/')
  const tabs = page.getByRole('tablist', { name: 'Use it from' })
  for (const [name, code] of Object.entries(DOORS)) {
    await tabs.getByRole('tab', { name }).click()
    const block = page.getByRole('tabpanel', { name }).getByRole('figure')
    await expect(block).toContainText(code)
    await block.getByRole('button').click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(code)
  }
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/mcp`)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the front door can be read whole', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Every word, with its time.')
    await expect(page.getByText('This form needs JavaScript.')).toBeVisible()
    for (const words of [/^WEBVTT\n/, /And so, my fellow Americans,/, /verbatim get/, /\/mcp$/, /Episode pages/]) {
      await expect(page.getByText(words).first()).toBeVisible()
    }
    await page.getByRole('link', { name: 'Transcripts' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Transcripts' })).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' })

  test('the menu leads everywhere, and gives the focus back', async ({ page }) => {
    await page.goto('/connections')
    await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeHidden()
    const opener = page.getByRole('button', { name: 'Menu', exact: true })
    await opener.click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu.getByRole('link', { name: 'Connections' })).toHaveAttribute('aria-current', 'page')
    await expectNoBarriers(page)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(opener).toBeFocused()
    await opener.click()
    await menu.getByRole('link', { name: 'Transcripts' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Transcripts' })).toBeVisible()
    await expect(menu).toBeHidden()
  })
})

test('a page that is not there leads on', async ({ page }) => {
  await page.goto('/nothing')
  await page.getByRole('link', { name: 'Start with a recording' }).click()
  await expect(page.getByRole('textbox', { name: 'Link' })).toBeVisible()
})
