import { expect, type Page, test } from '@playwright/test'
import { openArchive } from '../test/open-archive'
import { expectNoBarriers, expectNoSidewaysScroll } from './page-checks'
import { pressUntilFocused } from './press-until'
import { dropFile, SPEECH } from './samples'
import { openCaptionedClip, openFile } from './send-file'

const rows = (page: Page) => page.getByRole('list', { name: 'Transcripts' }).getByRole('listitem')

const VTT = (words: string) =>
  `WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nIt begins.\n\n00:01:05.000 --> 00:01:07.000\nAt last, ${words}.\n`

/** Uploads a caption file, whose transcript appears immediately. */
async function keep(page: Page, name: string, words: string): Promise<void> {
  await openFile(page, { name: `${name}.vtt`, type: 'text/vtt', body: Buffer.from(VTT(words)) })
  await expect(page.locator('[data-line]').first()).toBeVisible()
}

test('a new transcript appears in the list and on the home page', async ({ page }) => {
  await keep(page, 'Herons at dusk', 'the herons come back')
  await page.getByRole('link', { name: 'Transcripts' }).first().click()
  await expect(page).toHaveURL('/transcripts')
  const row = rows(page).filter({ hasText: 'Herons at dusk' })
  await expect(row).toContainText('Captions')
  await row.getByRole('button', { name: 'Actions for Herons at dusk' }).click()
  await page.getByRole('menuitem', { name: 'Download' }).press('ArrowRight')
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'SRT subtitles' }).press('Enter')
  expect((await download).suggestedFilename()).toBe('Herons at dusk.srt')
  await row.getByRole('button', { name: 'Actions for Herons at dusk' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('Herons at dawn')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Actions for Herons at dawn' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('button', { name: 'Use the original title' }).click()
  await expect(page.getByRole('button', { name: 'Actions for Herons at dusk' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Recent transcripts' })).toBeVisible()
  await page.getByRole('link', { name: 'Herons at dusk' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Herons at dusk' })).toBeVisible()
})

test('every word is searched, and a hit opens at its time', async ({ page }, { retry }) => {
  // A second attempt of the test finds what the first one made.
  const word = `zygomorphic${'s'.repeat(retry)}`
  await keep(page, 'Bees', `a swarm of ${word} bees`)
  await page.goto('/transcripts')
  await pressUntilFocused(page, '/', page.getByRole('searchbox', { name: 'Search transcripts' }))
  await page.keyboard.type(word)
  await expect(page).toHaveURL(new RegExp(`search=${word}`))
  await expect(rows(page)).not.toHaveCount(0)
  const row = page.getByRole('list', { name: 'Transcripts' }).locator('> li')
  await expect(row).toHaveCount(1)
  await expect(row.locator('mark').first()).toHaveText(word)
  await expectNoBarriers(page)
  await row.getByRole('link', { name: 'Read from 1:05' }).click()
  await expect(page).toHaveURL(/\?t=65$/)
  await expect(page.locator('[data-line][aria-current]')).toContainText('At last')
})

test('filters and order are kept in the address, and an empty result says what was filtered out', {
  tag: '@deep',
}, async ({ page }) => {
  await keep(page, 'Filters', 'filters')
  await page.goto('/transcripts')
  const search = page.getByRole('searchbox', { name: 'Search transcripts' })
  await search.fill('filters')
  await expect(page).toHaveURL('/transcripts?search=filters')
  // The list of each choice comes only after the last one was made.
  let release = () => {}
  const chosen = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/transcripts\?.*_rsc=/, async (route) => {
    await chosen
    await route.continue()
  })
  await search.fill('')
  await page.getByRole('link', { name: 'Done' }).click()
  await page.getByLabel('Platform').selectOption('Files')
  await page.getByLabel('Order').selectOption('Title A to Z')
  await page.getByLabel('Source').selectOption('Captions')
  await expect(page.getByRole('link', { name: 'Done' })).toHaveAttribute('aria-current', 'true')
  release()
  await expect(page).toHaveURL('/transcripts?platform=upload&state=done&sort=title&order=asc&source=captions')
  await page.getByLabel('Date').selectOption('Last 7 days')
  await expect(page).toHaveURL(/&source=captions&created_after=[\dTZ%A:-]+$/)
  await page.reload()
  await expect(page.getByLabel('Date')).toHaveValue('7')
  await expect(rows(page).filter({ hasText: 'Filters' }).first()).toBeVisible()
  await page.goto('/transcripts?state=nonsense&limit=-4&platform=instagram')
  await expect(page.getByText('No matching transcripts')).toBeVisible()
  await search.fill('nothing of the kind')
  await expect(page).toHaveURL(/search=nothing/)
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(search).toHaveValue('')
  await expect(rows(page).first()).toBeVisible()
})

test('several are taken along as one zip', { tag: '@deep' }, async ({ page }) => {
  await keep(page, 'Left', 'left')
  await keep(page, 'Right', 'right')
  await page.goto('/transcripts')
  await page.getByRole('checkbox', { name: 'Select Left' }).check()
  await page.getByRole('checkbox', { name: 'Select Right' }).check()
  await expect(page.getByRole('status').filter({ hasText: '2 selected' })).toBeVisible()
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Download' }).click()
  const started = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'SRT subtitles' }).click()
  const files = await openArchive(await (await started).path())
  expect([...files.keys()].sort()).toEqual(['Left.srt', 'Right.srt'])
  expect(files.get('Left.srt')).toMatch(/^1\n00:00:01,000 --> 00:00:03,000\nIt begins\./)

  await page.getByRole('button', { name: 'Download' }).click()
  const documents = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Word document' }).click()
  const written = await openArchive(await (await documents).path())
  expect([...written.keys()].sort()).toEqual(['Left.docx', 'Right.docx'])
  expect(written.get('Left.docx')).toMatch(/^PK/)
})

test("several transcripts are published together, one that can't be shows why, and all are unpublished", {
  tag: '@deep',
}, async ({ page }) => {
  await keep(page, 'Larks', 'larks')
  await keep(page, 'Owls', 'owls')
  await openFile(page, SPEECH)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('This job was cancelled.')).toBeVisible()
  await page.goto('/transcripts')
  const choose = async (...names: string[]) => {
    for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  }
  await choose('Larks', 'Owls')
  await rows(page).first().getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('alertdialog', { name: 'Publish 3 transcripts?' })).toBeVisible()
  await expectNoBarriers(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  const outcome = page.getByRole('region', { name: 'Results' })
  await expect(outcome.getByRole('status')).toHaveText('2 published, 1 failed')
  await expect(outcome.getByText('There is no text to publish. Have it transcribed again first.')).toHaveCount(1)
  await expectNoBarriers(page)
  const address = await outcome.getByRole('link').first().getAttribute('href')
  expect((await page.request.get(address ?? '')).status()).toBe(200)
  await expect(rows(page).filter({ hasText: 'Larks' }).getByRole('img', { name: 'Published' })).toBeVisible()

  await outcome.getByRole('button', { name: 'Close' }).click()
  await expect(outcome).toHaveCount(0)
  await page.getByRole('button', { name: 'Unpublish', exact: true }).click()
  await expect(page.getByText('2 unpublished')).toBeVisible()
  await expect(
    rows(page)
      .filter({ hasText: /Larks|Owls/ })
      .getByRole('img', { name: 'Published' }),
  ).toHaveCount(0)
  expect((await page.request.get(address ?? '')).status()).toBe(404)
})

test('a zip of nothing, or of a format that is none, is refused', async ({ request }) => {
  const statusOf = async (query: string) => (await request.get(`/transcripts/zip?${query}`)).status()
  expect(await statusOf('format=srt')).toBe(400)
  expect(await statusOf('format=doc&id=1')).toBe(404)
})

test('a job begun in one tab shows in the other', { tag: '@deep' }, async ({ page, context }) => {
  await keep(page, 'Before', 'before')
  await page.goto('/transcripts')
  // The list has fifty to a page, and other tests have filled it: the newest is the first.
  const newest = rows(page).first()
  await expect(newest).toContainText('Before')
  const other = await context.newPage()
  await other.goto('/')
  await dropFile(other, SPEECH)
  // The title that the file has in itself.
  await expect(newest).toContainText('Inaugural address, 1961')
  await expect(newest).toContainText('Speech-to-text', { timeout: 90_000 })
})

test.describe('on a phone in the dark', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  })

  test('the list fits, also while many are chosen', { tag: '@deep' }, async ({ page }) => {
    await openCaptionedClip(page)
    await page.goto('/transcripts')
    await expectNoSidewaysScroll(page)
    await expectNoBarriers(page)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await expect(page.getByRole('button', { name: 'Delete' })).toBeInViewport()
    await expectNoSidewaysScroll(page)
    await expectNoBarriers(page)
  })
})
