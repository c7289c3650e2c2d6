import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { openArchive } from '../test/open-archive'
import { expectNoBarriers, expectNoSidewaysScroll } from './page-checks'

const LINKS = [
  'https://conversation.example/e1.vtt',
  'https://conversation.example/e2.vtt',
  'https://www.youtube.com/watch?v=batchedTalk',
  'https://conversation.example/gone',
]

const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

/** Starts a batch as the pages do. Returns its id. */
async function start(page: Page, links: readonly string[]): Promise<string> {
  await page.goto('/')
  return page.evaluate(async (urls) => {
    const body = JSON.stringify({ items: urls.map((url) => ({ url })) })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    return (await (await fetch('/v1/batches', init)).json()).id
  }, links)
}

/** Pastes a text as people do: from the clipboard, into the field. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.getByRole('textbox', { name: 'Link' }).focus()
  await page.keyboard.press('ControlOrMeta+V')
}

test('links pasted together become a batch, which shows each outcome and gives all transcripts', async ({ page }) => {
  await page.goto('/')
  await paste(page, LINKS.join('\n'))
  const pasted = page.getByRole('region', { name: 'Pasted links' })
  await expect(pasted.getByRole('status')).toHaveText('4 links')
  await expect(pasted).toContainText('and 1 more')
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Clear links' }).click()
  await expect(page.getByRole('textbox', { name: 'Link' })).toBeVisible()

  await paste(page, `${LINKS.join('\r\n')}\n`)
  await expect(page.getByRole('button', { name: 'Transcribe 4 links' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/imports\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Batch · 4 items')
  await expect(page.getByText('3 of 4 items transcribed · 1 failed')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Done', { exact: true })).toBeVisible()
  await expect(row(page, 'conversation.example/gone')).toContainText('No recording was found at this link.')
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Failed', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Items' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Items' }).getByRole('listitem')).toHaveCount(4)

  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-batch-'))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download all' }).click(),
  ])
  await download.saveAs(path.join(folder, 'results.zip'))
  const files = await openArchive(path.join(folder, 'results.zip'))
  await rm(folder, { recursive: true, force: true })
  expect([...files.keys()]).toEqual(['0001 e1.json', '0002 e2.json', expect.stringMatching(/^0003 .*\.json$/)])

  await page.getByRole('link', { name: 'e2', exact: true }).click()
  await expect(page.getByText('Welcome to e2')).toBeVisible()
  await page.goto('/imports')
  const card = row(page, 'Batch · 4 items')
  await expect(card).toContainText('3 of 4 items transcribed · 1 failed')
  await card.getByRole('link').click()
  await page.getByRole('button', { name: 'Retry failed (1)' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Batch · 1 item')
})

test('a batch that is running is cancelled, and keeps what is done', async ({ page }) => {
  const links = Array.from({ length: 300 }, (_, n) => `https://conversation.example/e${n}.vtt?cancel`)
  await page.goto(`/imports/${await start(page, links)}`)
  await page.getByRole('button', { name: 'Cancel batch' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel batch' }).click()
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('This batch was cancelled.')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('51 to 100 of 300')).toBeVisible()
  await expect(row(page, 'e59.vtt')).toBeVisible()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(page.getByText('1 to 50 of 300')).toBeVisible()
})

test('a refused link of a paste appears in the batch, and a paste with no usable link shows an error', async ({
  page,
}) => {
  await page.goto('/')
  await paste(page, 'https://conversation.example/e5.vtt\nhttps://www.netflix.com/title/1\n')
  await page.getByRole('button', { name: 'Transcribe 2 links' }).click()
  await expect(page.getByText('1 of 2 items transcribed · 1 failed')).toBeVisible({ timeout: 60_000 })
  await page.goto('/')
  await paste(page, 'https://www.netflix.com/title/1\nhttps://www.netflix.com/title/2')
  await page.getByRole('button', { name: 'Transcribe 2 links' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('No item of this batch can be transcribed.')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('pasted links and a batch fit', async ({ page }) => {
    await page.goto('/')
    await paste(page, LINKS.map((link) => `${link}?${'long'.repeat(60)}`).join('\n'))
    await expect(page.getByRole('button', { name: 'Transcribe 4 links' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.goto(`/imports/${await start(page, LINKS)}`)
    await expect(page.getByText('3 of 4 items transcribed · 1 failed')).toBeVisible({ timeout: 60_000 })
    await expectNoSidewaysScroll(page)
    await expectNoBarriers(page)
  })
})
