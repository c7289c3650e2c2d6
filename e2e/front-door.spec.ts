import { expect, test } from '@playwright/test'
import { expectNoBarriers, expectNoSidewaysScroll } from './page-checks'
import { dropFile, SPEECH } from './samples'

const DOORS = { API: '/v1/transcript', 'Command line': 'verbatim get', Assistant: '/mcp' }

/** A browser without a session. */
const STRANGER = { storageState: { cookies: [], origins: [] } }

test.describe('before signing in', () => {
  test.use(STRANGER)

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

  test('a sample transcript is one click away, and a machine of one’s own shows no prices', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'See a sample transcript' }).click()
    await expect(page.getByText('And so, my fellow Americans,').first()).toBeInViewport()
    await expect(page.getByText(/Pricing|\$\d/)).toHaveCount(0)
  })

  test('the controls of the sample’s player stay inside of it, at any width', { tag: '@deep' }, async ({ page }) => {
    await page.goto('/')
    const player = page.getByRole('region', { name: 'Player' })
    await expect(player.getByRole('button', { name: 'Mute' })).toBeVisible()
    for (const width of [360, 640, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const rightOf = async (part: typeof player) => {
        const box = await part.boundingBox()
        return (box?.x ?? Number.NaN) + (box?.width ?? Number.NaN)
      }
      expect(await rightOf(player.getByLabel('Speed')), `${width} px wide`).toBeLessThan(await rightOf(player))
    }
  })

  test('a file can’t be kept through sign-in, and the page says so', async ({ page }) => {
    await page.goto('/')
    await dropFile(page, SPEECH)
    await expect(page.getByRole('alert').filter({ hasText: 'Sign in to upload files' })).toBeVisible()
    await expectNoBarriers(page)
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, ...STRANGER })

  test('the front door can be read whole', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Every word, timestamped.')
    for (const words of [/^WEBVTT\n/, /And so, my fellow Americans,/, /verbatim get/, /\/mcp$/, /Episode pages/]) {
      await expect(page.getByText(words).first()).toBeVisible()
    }
    await page.getByRole('textbox', { name: 'Link' }).fill('youtube.com/watch?v=dQw4w9WgXcQ')
    await page.getByRole('button', { name: 'Transcribe' }).click()
    await page.waitForURL('**/sign-in?link=*')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' })

  test('the menu leads everywhere, and gives the focus back', { tag: '@deep' }, async ({ page }) => {
    await page.goto('/developers/connections')
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    const opener = page.getByRole('button', { name: 'Menu', exact: true })
    await opener.click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu.getByRole('link', { name: 'Developers' })).toHaveAttribute('aria-current', 'page')
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
  await page.getByRole('link', { name: 'Create a transcript' }).click()
  await expect(page.getByRole('textbox', { name: 'Link' })).toBeVisible()
})
