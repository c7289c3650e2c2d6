import { expect, test } from '@playwright/test'
import { expectNoBarriers } from './page-checks'
import { captions, publishHere } from './publish'
import { openFile } from './send-file'

const TEXT = 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello there.\n'

test.beforeEach(async ({ page }, { title }) => {
  await openFile(page, captions(`${title.split(' ').slice(0, 3).join(' ')}.vtt`, TEXT))
  await expect(page.getByText('Hello there.')).toBeVisible()
})

test('a transcript is renamed in place, and gets its first title back', async ({ page }) => {
  const title = page.getByRole('heading', { level: 1 })
  const first = (await title.textContent()) ?? ''
  await page.getByRole('button', { name: 'Rename' }).click()
  const field = page.getByRole('textbox', { name: 'Title' })
  await expect(field).toBeFocused()
  await expectNoBarriers(page)
  await field.fill('A better name')
  await page.keyboard.press('Enter')
  await expect(title).toHaveText('A better name')
  await expect(page.getByRole('button', { name: 'Rename' })).toBeFocused()
  await page.reload()
  await expect(title).toHaveText('A better name')
  await page.getByRole('button', { name: 'More actions' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(title).toHaveText('A better name')
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('button', { name: 'Use original title' }).click()
  await expect(title).toHaveText(first)
})

test('a transcript is moved to the trash from its page, the way back leads to the list, and Undo restores it', async ({
  page,
}) => {
  const { pathname } = new URL(page.url())
  await page.getByRole('link', { name: 'All transcripts' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Transcripts' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'More actions' }).click()
  await expectNoBarriers(page)
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await page.waitForURL('**/transcripts')
  expect((await page.request.get(pathname)).status()).toBe(404)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.locator(`a[href="${pathname}"]`)).toBeVisible()
  await expect.poll(async () => (await page.request.get(pathname)).status()).toBe(200)
})

test('publishing again gives the same link', async ({ page }) => {
  const path = await publishHere(page)
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Unpublish', exact: true }).click()
  await expect(panel.getByRole('button', { name: 'Publish transcript', exact: true })).toBeVisible()
  expect((await page.request.get(path)).status()).toBe(404)
  await panel.getByRole('button', { name: 'Publish transcript', exact: true }).click()
  await expect(panel.getByRole('link')).toHaveAttribute('href', path)
  await panel.getByText('Link and listing').click()
  await panel.getByLabel('Link ends with').fill('a-link-of-my-own')
  await panel.getByLabel(/^Unlisted/).check()
  await expectNoBarriers(page)
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByRole('link')).toHaveAttribute('href', '/t/a-link-of-my-own')
  expect(await (await page.request.get(path)).text()).toContain('<meta name="robots" content="noindex"')
})

test('unpublishing is undone from its notice, on the page of the transcript and in the list of public pages', async ({
  page,
}) => {
  const path = await publishHere(page)
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Unpublish', exact: true }).click()
  await expect(panel.getByRole('button', { name: 'Publish transcript', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(async () => (await page.request.get(path)).status()).toBe(200)

  const title = await page.getByRole('heading', { level: 1 }).textContent()
  await page.goto('/publishing')
  await expect(page).toHaveURL('/transcripts?published=true')
  const menu = page.getByRole('button', { name: `Actions for ${title ?? ''}` }).first()
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Open public page' })).toHaveAttribute('href', path)
  await page.getByRole('menuitem', { name: 'Unpublish' }).click()
  await expect.poll(async () => (await page.request.get(path)).status()).toBe(404)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Results' }).getByRole('link')).toHaveAttribute('href', path)
  expect((await page.request.get(path)).status()).toBe(200)
})
