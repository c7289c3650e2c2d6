import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectNoBarriers, expectNoSidewaysScroll } from './page-checks'
import { openCaptionedClip } from './send-file'

/** The colour of what failed or is deleted, as the browser writes it. */
const failedColour = (page: Page) =>
  page.evaluate(() => {
    const probe = document.createElement('i')
    probe.style.color = 'var(--failed)'
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })

const colourOf = (button: Locator) => button.evaluate((element) => getComputedStyle(element).backgroundColor)

test('a row keeps its place while it asks, what ends something is red, and Escape takes the question back', async ({
  page,
}) => {
  await openCaptionedClip(page)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await page.waitForURL('**/transcripts')
  await page.goto('/transcripts/trash')
  // By its markup: a dialog hides the list from the roles.
  const row = page.locator('ul[aria-label="Deleted transcripts"] > li').first()
  const before = await row.boundingBox()
  const opener = row.getByRole('button', { name: /^Delete .* permanently$/ })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toBeVisible()
  await expectNoBarriers(page)
  expect(await row.boundingBox()).toEqual(before)
  const confirm = dialog.getByRole('button').last()
  await expect.poll(() => colourOf(confirm)).toBe(await failedColour(page))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await confirm.click()
  const toast = page.locator('[data-sonner-toast]').first()
  await expect(toast).toBeVisible()
  // At the top: what is at the bottom of a list stays free.
  await expect.poll(async () => (await toast.boundingBox())?.y ?? 999).toBeLessThan(200)
})

test.describe('on a phone in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' })

  test('a row of the list has two lines, and an unchecked box looks like one that can be checked', async ({ page }) => {
    await openCaptionedClip(page)
    await page.goto('/transcripts')
    const row = page.getByRole('list', { name: 'Transcripts' }).getByRole('listitem').first()
    await expect(row.getByRole('time')).toBeVisible()
    const facts = await row.getByRole('time').boundingBox()
    const box = await row.boundingBox()
    expect((box?.height ?? 0) - (facts?.height ?? 0)).toBeLessThan(60)
    await expect(row.getByRole('time')).toHaveCSS('white-space', 'nowrap')
    const checkbox = row.getByRole('checkbox')
    const [background, outline] = await checkbox.evaluate((element) => {
      const { backgroundColor, borderTopColor } = getComputedStyle(element)
      return [backgroundColor, borderTopColor]
    })
    expect(background).not.toBe(outline)
    await expectNoSidewaysScroll(page)
  })
})
