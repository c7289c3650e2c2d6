import { expect, type Page, test } from '@playwright/test'
import { expectNoBarriers, expectNoSidewaysScroll } from './page-checks'
import { SPEECH } from './samples'
import { openFile } from './send-file'

const rows = (page: Page, list = 'Transcripts') => page.getByRole('list', { name: list, exact: true }).locator('> li')
const row = (page: Page, title: string) => rows(page).filter({ hasText: title })
const trashed = (page: Page, title: string) => rows(page, 'Deleted transcripts').filter({ hasText: title })

const VTT = (words: string) => `WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n${words}.\n`

/** Uploads a caption file, whose transcript appears immediately. Returns the address of its page. */
async function keep(page: Page, name: string): Promise<string> {
  await openFile(page, { name: `${name}.vtt`, type: 'text/vtt', body: Buffer.from(VTT(name)) })
  await expect(page.locator('[data-line]').first()).toBeVisible()
  return page.url()
}

async function choose(page: Page, ...titles: string[]): Promise<void> {
  for (const title of titles) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
}

async function deleteRow(page: Page, title: string): Promise<void> {
  await page.goto('/transcripts')
  await choose(page, title)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Moved to trash')).toBeVisible()
}

test('a deleted transcript is gone, and Undo brings it back', async ({ page }) => {
  const address = await keep(page, 'Lichen survey')
  await page.goto('/transcripts')
  await page.getByRole('button', { name: 'Actions for Lichen survey' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('Moved to trash')).toBeVisible()
  await expect(row(page, 'Lichen survey')).toHaveCount(0)
  expect((await page.request.get(address)).status()).toBe(404)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Restored')).toBeVisible()
  await expect(row(page, 'Lichen survey')).toHaveCount(1)
  expect((await page.goto(address))?.status()).toBe(200)
})

test('the trash restores, deletes permanently after a question, and is emptied, all by the keyboard', async ({
  page,
}) => {
  for (const title of ['Moss', 'Fern', 'Horsetail']) {
    await keep(page, title)
    await deleteRow(page, title)
  }
  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible()
  await expect(trashed(page, 'Moss')).toContainText('in 30 days')
  await expectNoBarriers(page)

  await page.getByRole('button', { name: 'Restore Moss' }).focus()
  await page.keyboard.press('Enter')
  await expect(trashed(page, 'Moss')).toHaveCount(0)
  const deletesFern = page.getByRole('button', { name: 'Delete Fern permanently' })
  await deletesFern.press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Delete this transcript permanently?' })).toBeVisible()
  await expectNoBarriers(page)
  await page.keyboard.press('Escape')
  await expect(trashed(page, 'Fern')).toHaveCount(1)
  // The focus returns a moment after the dialog is gone.
  await expect(deletesFern).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete permanently' }).press('Enter')
  await expect(trashed(page, 'Horsetail')).toHaveCount(1)
  await expect(trashed(page, 'Fern')).toHaveCount(0)
  await page.getByRole('button', { name: 'Empty trash' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Empty trash' }).press('Enter')
  await expect(page.getByText('The trash is empty')).toBeVisible()
  await expectNoBarriers(page)
  await page.goto('/transcripts')
  await expect(row(page, 'Moss')).toHaveCount(1)
  await expect(row(page, 'Fern')).toHaveCount(0)
})

test('transcripts are tagged together, found by the tag, and untagged by Undo', async ({ page }) => {
  for (const title of ['Kestrel', 'Buzzard']) await keep(page, title)
  await page.goto('/transcripts')
  await choose(page, 'Kestrel', 'Buzzard')
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Tag 2 transcripts' })
  await expect(dialog).toBeVisible()
  await expectNoBarriers(page)
  await page.keyboard.type('Raptors')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Tag added to 2 transcripts')).toBeVisible()
  await expect(row(page, 'Kestrel').getByRole('list', { name: 'Tags' })).toHaveText('Raptors')
  await expectNoBarriers(page)

  await page.getByLabel('Tag', { exact: true }).selectOption('Raptors')
  await expect(page).toHaveURL('/transcripts?tag=Raptors')
  await expect(rows(page)).toHaveCount(2)
  await page.goto('/transcripts')
  await choose(page, 'Kestrel')
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  const offered = page.getByRole('dialog').locator('datalist option')
  await expect(offered.first()).toHaveAttribute('value', 'Raptors')
  await page.keyboard.type('raptors')
  await page.getByRole('button', { name: 'Remove tag' }).click()
  await expect(row(page, 'Kestrel')).toHaveCount(1)
  await expect(row(page, 'Kestrel').getByRole('list', { name: 'Tags' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Kestrel').getByRole('list', { name: 'Tags' })).toHaveText('Raptors')
  await row(page, 'Kestrel').getByRole('link', { name: 'Show transcripts tagged Raptors' }).click()
  await expect(page).toHaveURL('/transcripts?tag=Raptors')
})

test('a failed transcript says why, and is tried again from the list', async ({ page }) => {
  await openFile(page, SPEECH)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('This job was cancelled.')).toBeVisible()
  await page.goto('/transcripts?state=error')
  // Other tests may have cancelled jobs too: the newest is first.
  const address = await rows(page).first().getByRole('link').first().getAttribute('href')
  expect(address).toBeTruthy()
  const failed = rows(page).filter({ has: page.locator(`a[href="${address}"]`) })
  await expect(failed).toContainText(/cancelled/i)
  await failed.getByRole('button', { name: /^Try again: / }).click()
  await expect(failed).toHaveCount(0)
  await page.goto('/transcripts')
  await expect(rows(page).first()).toContainText('Speech-to-text', { timeout: 90_000 })
})

test.describe('on a phone in the dark', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  })

  test('a notice leaves the actions free, and the trash fits', async ({ page }) => {
    for (const title of ['Badger', 'Weasel']) await keep(page, title)
    await page.goto('/transcripts')
    await choose(page, 'Badger', 'Weasel')
    await page.getByRole('button', { name: 'Tag', exact: true }).click()
    await page.keyboard.type('Mustelids')
    await page.keyboard.press('Enter')
    const notice = page.getByText('Tag added to 2 transcripts')
    await expect(notice).toBeVisible()
    const remove = page.getByRole('button', { name: 'Delete', exact: true })
    await expect(async () => {
      const [bar, above] = [await remove.boundingBox(), await notice.boundingBox()]
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    }).toPass()
    await remove.click()
    await expect(page.getByText('2 moved to trash')).toBeVisible()
    await page.goto('/transcripts/trash')
    await expect(trashed(page, 'Badger')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectNoBarriers(page)
  })
})
