import { expect, test } from '@playwright/test'
import { PLACES as PLACES_LIST } from '@/components/site/places'
import { expectNoBarriers, expectNoSidewaysScroll } from './page-checks'
import { openCaptionedClip } from './send-file'

const PLACES = ['New', 'Transcripts', 'Imports', 'Developers', 'Settings']

test('every page of the account is within one of five places, which is marked, and its tab', async ({ page }) => {
  await openCaptionedClip(page)
  const transcript = new URL(page.url()).pathname
  const nav = page.getByRole('navigation', { name: 'Main' })
  for (const { sections, name } of PLACES_LIST) {
    for (const { href } of sections) {
      await page.goto(href)
      await expect(nav.getByRole('link')).toHaveText(PLACES)
      await expect(nav.locator('[aria-current=page]')).toHaveText(new RegExp(name, 'i'))
      const tab = page.locator(`main nav:not([aria-label=Main]) [aria-current=page][href="${href}"]`)
      await expect(tab).toHaveCount(sections.length > 1 ? 1 : 0)
    }
  }
  await page.goto(transcript)
  await expect(nav.locator('[aria-current=page]')).toHaveText('Transcripts')
  await nav.getByRole('link', { name: 'New' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New transcript' })).toBeVisible()
  await page.getByRole('button', { name: /^Account: / }).click()
  await expect(page.getByRole('navigation', { name: 'Account' }).getByRole('link')).toHaveText(['Settings'])
  await expectNoBarriers(page)
})

test('home of this machine shows recent transcripts, and neither minutes nor prices', async ({ page }) => {
  await openCaptionedClip(page)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Recent transcripts' }).getByRole('listitem')).not.toHaveCount(0)
  await expect(page.getByText(/ left|Resets|Pricing/)).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the menu opened again before its history entry is gone stays open', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeVisible()
    await menu.evaluate(async (dialog: HTMLDialogElement) => {
      const happens = (target: EventTarget, event: string) =>
        new Promise((resolve) => target.addEventListener(event, resolve, { once: true }))
      const isBack = happens(window, 'popstate')
      const isClosed = happens(dialog, 'close')
      dialog.close()
      await isClosed
      document.querySelector<HTMLButtonElement>('button[aria-label="Menu"]')?.click()
      await isBack
    })
    await expect(menu).toBeVisible()
    await page.goBack()
    await expect(menu).toBeHidden()
    await expect(page).toHaveURL('/')
  })

  test('the menu has the same pages on a transcript, by keyboard alone', async ({ page }) => {
    await openCaptionedClip(page)
    const opener = page.getByRole('button', { name: 'Menu', exact: true })
    await opener.focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu.getByRole('link')).toHaveText(PLACES)
    const transcript = page.url()
    await page.goBack()
    await expect(menu).toBeHidden()
    await expect(page).toHaveURL(transcript)
    await expect(opener).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
    await page.keyboard.press('Enter')
    await expectNoBarriers(page)
    await expectNoSidewaysScroll(page)
    await menu.getByRole('link', { name: 'Settings' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/settings')
    await page.goBack()
    await expect(page).toHaveURL(transcript)
    await page.getByRole('link', { name: 'Verbatim' }).click()
    await expect(page).toHaveURL('/')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByRole('combobox', { name: /Search transcripts/ })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Search' })).toBeFocused()
  })
})
