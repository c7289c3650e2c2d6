import { expect, test } from '@playwright/test'
import { expectNoBarriers, expectNoSidewaysScroll } from './page-checks'
import { openCaptionedClip } from './samples'

const PAGES = [
  'Home',
  'Transcripts',
  'Imports',
  'Watches',
  'Public pages',
  'Usage and billing',
  'API keys',
  'Webhooks',
  'Connections',
  'Settings',
  'Speech',
  'System check',
  'Docs',
  'Status',
]

const ADDRESSES = [
  '/',
  '/transcripts',
  '/imports',
  '/watches',
  '/publishing',
  '/billing',
  '/key',
  '/webhooks',
  '/settings',
  '/status',
]

test('every page of the account has the same navigation, which marks the page', async ({ page }) => {
  await openCaptionedClip(page)
  const transcript = new URL(page.url()).pathname
  const nav = page.getByRole('navigation', { name: 'Dashboard' })
  for (const address of [...ADDRESSES, transcript]) {
    await page.goto(address)
    await expect(nav.getByRole('link')).toHaveText(PAGES)
    await expect(nav.locator('[aria-current=page]')).toHaveCount(1)
  }
  await expect(nav.locator('[aria-current=page]')).toHaveText('Transcripts')
  await nav.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New transcript' })).toBeVisible()
  await page.getByRole('button', { name: /^Account: / }).click()
  await expect(page.getByRole('navigation', { name: 'Account' }).getByRole('link')).toHaveText(PAGES)
  await expectNoBarriers(page)
})

test('home shows the minutes that are left, running jobs and recent transcripts, and no prices', async ({ page }) => {
  await openCaptionedClip(page)
  await page.goto('/')
  await expect(page.getByText(/ left · Resets /)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Recent transcripts' }).getByRole('listitem')).not.toHaveCount(0)
  await expect(page.getByText('Pricing')).toHaveCount(0)
  await expect(page.getByText('What it costs')).toHaveCount(0)
  await page.getByText(/ left · Resets /).click()
  await expect(page).toHaveURL('/billing')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the menu has the same pages on a transcript, by keyboard alone', async ({ page }) => {
    await openCaptionedClip(page)
    const opener = page.getByRole('button', { name: 'Menu', exact: true })
    await opener.focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu.getByRole('link')).toHaveText(PAGES)
    await expectNoBarriers(page)
    await expectNoSidewaysScroll(page)
    await menu.getByRole('link', { name: 'Usage and billing' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/billing')
  })
})
