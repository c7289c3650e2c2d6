import { expect, type Page, test } from '@playwright/test'
import { expectNoBarriers, expectNoSidewaysScroll } from './page-checks'
import { dropFiles } from './samples'

const captions = (name: string) => ({
  name: `${name}.vtt`,
  type: 'text/vtt',
  body: Buffer.from(`WEBVTT\n\n00:01.000 --> 00:03.000\nThis is ${name}.\n`),
})

const EMPTY = { name: 'nothing.vtt', type: 'text/vtt', body: Buffer.alloc(0) }

const panel = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const row = (page: Page, name: string) => panel(page).getByRole('listitem').filter({ hasText: name })

test('several files dropped together each become a transcript, and one that fails does not stop the others', async ({
  page,
}) => {
  await page.goto('/')
  await dropFiles(page, [captions('First'), EMPTY, captions('Second'), captions('Third'), captions('Fourth')])
  await expect(panel(page).getByRole('listitem')).toHaveCount(5)
  await expect(panel(page).getByRole('status')).toHaveText('4 of 5 started · 1 failed')
  await expect(row(page, 'nothing.vtt').getByRole('alert')).toContainText('This file is empty.')
  await expectNoBarriers(page)
  await row(page, 'nothing.vtt').getByRole('button', { name: 'Try again: nothing.vtt' }).click()
  await expect(row(page, 'nothing.vtt').getByRole('alert')).toContainText('This file is empty.')
  await row(page, 'nothing.vtt').getByRole('button', { name: 'Remove nothing.vtt from the list' }).click()
  await expect(row(page, 'nothing.vtt')).toHaveCount(0)
  // The list goes along to another page.
  await row(page, 'Third').getByRole('link').click()
  await page.waitForURL('**/transcripts/*')
  await expect(page.getByText('This is Third.')).toBeVisible()
  await panel(page).getByRole('button', { name: 'Close' }).click()
  await expect(panel(page)).toHaveCount(0)
})

test('three files are sent at a time, and one is cancelled and tried again by keyboard', async ({ page }) => {
  await page.goto('/')
  const held: (() => void)[] = []
  let isHolding = true
  await page.route('**/v1/uploads/sign', async (route) => {
    if (isHolding) await new Promise<void>((resolve) => held.push(resolve))
    // The request of an upload that was cancelled is gone.
    if (!route.request().failure()) await route.continue()
  })
  const names = ['One', 'Two', 'Three', 'Four']
  await dropFiles(page, names.map(captions))
  await expect.poll(() => held.length).toBe(3)
  await expect(row(page, 'Four')).toContainText('Queued')
  await row(page, 'One').getByRole('button', { name: 'Cancel upload of One.vtt' }).focus()
  await page.keyboard.press('Enter')
  await expect(row(page, 'One')).toContainText('Cancelled')
  // Its turn goes to the one that waits.
  await expect.poll(() => held.length).toBe(4)
  isHolding = false
  for (const release of held) release()
  await expect(panel(page).getByRole('status')).toHaveText('3 of 4 started')
  await row(page, 'One').getByRole('button', { name: 'Try again: One.vtt' }).focus()
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('status')).toHaveText('4 of 4 started')
})

test('files and links are taken on every page of the account', async ({ page }) => {
  await page.goto('/transcripts')
  await dropFiles(page, [captions('Dropped elsewhere')])
  await expect(row(page, 'Dropped elsewhere')).toContainText('Transcript started')
  await expect(page.getByRole('list', { name: 'Transcripts' }).getByText('Dropped elsewhere')).toBeVisible()
  await page.goto('/settings')
  await page.evaluate(() => navigator.clipboard.writeText('https://example.com/talk.mp3'))
  await page.keyboard.press('Control+v')
  await expect(page).toHaveURL(/\/\?link=/)
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue('https://example.com/talk.mp3')
})

test.describe('on a phone in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' })

  test('files that are chosen together have their rows', async ({ page }) => {
    await page.goto('/')
    const files = ['Left', 'Right', 'A name that is much longer than a phone is wide, as they come from meetings'].map(
      (name) => ({ name: `${name}.vtt`, mimeType: 'text/vtt', buffer: captions(name).body }),
    )
    await page.getByLabel('File', { exact: true }).setInputFiles(files)
    await expect(panel(page).getByRole('status')).toHaveText('3 of 3 started')
    await expectNoSidewaysScroll(page)
    await expectNoBarriers(page)
  })
})
