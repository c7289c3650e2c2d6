import { expect, type Page, test } from '@playwright/test'
import { expectNoBarriers } from './page-checks'
import { dropFile } from './samples'
import { feedOf, opmlOf } from './show'

const FIELD = 'Link to a podcast, playlist or channel'
const TALKS = 'https://www.youtube.com/playlist?list=PLtalksofconversations'
const LONG = 'https://www.youtube.com/playlist?list=PLlongerthanonepageholds'

test.describe.configure({ mode: 'serial' })

const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

async function lookUp(page: Page, link: string): Promise<void> {
  await page.getByLabel(FIELD).fill(link)
  await page.getByLabel(FIELD).press('Enter')
}

test('a show is previewed before it is imported, and every episode shows its outcome', async ({ page }) => {
  await page.goto('/imports')
  await lookUp(page, feedOf(test.info()))
  await expect(page.getByRole('heading', { name: 'The Long Conversation', level: 2 })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /Episode \d/ })).toHaveCount(6)
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Import 6 episodes' }).click()

  await expect(page).toHaveURL(/\/imports\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Long Conversation')
  await expect(page.getByText('5 of 6 episodes transcribed · 1 failed')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Done', { exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: '83% complete' })).toBeVisible()
  await expect(row(page, 'Episode 4')).toContainText('No recording was found at this link.')
  await expect(row(page, 'Episode 3')).toContainText('Transcribed')
  await expectNoBarriers(page)

  await page.getByRole('button', { name: 'Failed', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: /Episode/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByRole('link', { name: 'Episode 6' }).click()
  await expect(page.getByText('Welcome to e6')).toBeVisible()

  // This server serves the picture, wherever it is hosted.
  await page.goto('/transcripts')
  const picture = row(page, 'Episode 6').first().locator('img')
  await expect(picture).toHaveAttribute('src', /^\/transcripts\/[0-9a-f-]{36}\/thumbnail$/)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
})

test('the show imported again takes only what did not come before', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/imports')
  await expect(page.getByText('5 of 6 episodes transcribed · 1 failed').first()).toBeVisible()
  await page.getByRole('link', { name: 'The Long Conversation' }).first().click()
  await page.getByRole('button', { name: 'Import new items' }).click()
  await expect(page.getByText('0 of 6 episodes transcribed · 1 failed · 5 skipped')).toBeVisible({ timeout: 60_000 })
  await expect(row(page, 'Episode 6')).toContainText('Already in your transcripts')
})

test('failed items are retried one by one or all together', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/imports')
  await page.getByRole('link', { name: 'The Long Conversation' }).nth(1).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Long Conversation')
  await expect(page.getByText('5 of 6 episodes transcribed · 1 failed')).toBeVisible()
  await page.getByRole('button', { name: /^Try again: Episode 4/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('0 of 1 episode transcribed · 1 failed')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('img', { name: '0% complete' })).toBeVisible()
  const address = page.url()
  await page.getByRole('button', { name: 'Retry failed (1)' }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/imports/') && url.href !== address)
  await expect(page.getByText('0 of 1 episode transcribed · 1 failed')).toBeVisible({ timeout: 60_000 })
  await expectNoBarriers(page)
})

test('a link that leads to no podcast says what to paste', async ({ page }) => {
  await page.goto('/imports')
  await lookUp(page, 'https://www.youtube.com/watch?v=jNQXAC9IVRw')
  const form = page.getByRole('region', { name: 'New import' })
  await expect(form.getByRole('alert')).toContainText('This is a video, not a podcast.')
  await page.getByRole('button', { name: 'Use another link' }).click()
  await expect(page.getByLabel(FIELD)).toHaveValue('')
})

test.describe('an OPML file', () => {
  const file = () => {
    const buffer = Buffer.from(opmlOf(`https://opml-${test.info().retry}.conversation.example/feed.xml`))
    return { name: 'mine.opml', mimeType: 'text/x-opml', buffer }
  }

  test('is chosen and imported by the keyboard, and the podcast that can’t be is named with its reason', async ({
    page,
  }) => {
    await page.goto('/imports')
    const form = page.getByRole('region', { name: 'New import' })
    const picking = page.waitForEvent('filechooser')
    await form.getByRole('button', { name: 'Import an OPML file' }).press('Enter')
    await (await picking).setFiles(file())
    await expect(form.getByRole('heading', { name: 'mine.opml' })).toBeFocused()
    await expectNoBarriers(page)
    await page.keyboard.press('Tab')
    await expect(form.getByLabel('Newest episodes of each podcast')).toBeFocused()
    await page.keyboard.type('1')
    await form.getByRole('button', { name: 'Import podcasts' }).press('Enter')

    await expect(form.getByRole('heading', { name: '1 import started' })).toBeFocused()
    await expect(form.getByRole('heading', { name: '1 podcast couldn’t be imported' })).toBeVisible()
    await expect(row(page, 'The family’s own recordings')).toContainText(
      'This link resolves to a private network address.',
    )
    await expectNoBarriers(page)
    const imported = row(page, 'The Long Conversation').filter({ hasText: '1 of 1 episode transcribed' })
    await expect(imported.first()).toBeVisible({ timeout: 60_000 })
    await form.getByRole('button', { name: 'Import something else' }).press('Enter')
    await expect(page.getByLabel(FIELD)).toBeFocused()
    await expect(form.getByRole('heading')).toHaveCount(0)
  })

  test('is dropped on the page, and can be put away', { tag: '@deep' }, async ({ page }) => {
    await page.goto('/imports')
    const { name, mimeType: type, buffer: body } = file()
    await dropFile(page, { name, type, body })
    await expect(page.getByRole('heading', { name: 'mine.opml' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { name: 'mine.opml' })).toBeHidden()
  })

  test('behind a link is offered with the number of its podcasts', { tag: '@deep' }, async ({ page }) => {
    const link = feedOf(test.info()).replace('feed.xml', 'mine.opml')
    await page.goto('/')
    await page.getByRole('textbox', { name: 'Link' }).fill(link)
    await page.getByRole('button', { name: 'Transcribe' }).click()
    const offer = page.getByRole('region', { name: 'This link contains several recordings' })
    await expect(offer).toContainText('An OPML list of 2 podcasts')
    await expectNoBarriers(page)
    await offer.getByRole('link', { name: 'Choose and import' }).click()
    await expect(page.getByText('OPML list of 2 podcasts')).toBeVisible()
    await expect(page.getByRole('heading', { name: link })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Import podcasts' })).toBeEnabled()
  })

  test('that is none is refused with what to do', async ({ page }) => {
    await page.goto('/imports')
    const buffer = Buffer.from('<rss/>')
    await page
      .getByLabel('OPML file', { exact: true })
      .setInputFiles({ name: 'feed.xml', mimeType: 'text/xml', buffer })
    await page.getByRole('button', { name: 'Import podcasts' }).click()
    const form = page.getByRole('region', { name: 'New import' })
    await expect(form.getByRole('alert')).toContainText('This is not an OPML file.')
  })
})

test('a list is chosen from by the keyboard, and what that costs follows', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/imports')
  await lookUp(page, LONG)
  await expect(page.getByText('YouTube list: 250 videos')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import 250 videos' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /Video \d/ })).toHaveCount(50)
  await expectNoBarriers(page)

  await page.getByLabel('Search titles').fill('video 2')
  await page.getByLabel('Which').selectOption('Range')
  await page.getByLabel('To number').fill('25')
  const cost = page.getByRole('status').filter({ hasText: /\d new, / })
  await expect(cost).toContainText('8 new, 2 h 29 min.')
  await page.getByLabel('Which').selectOption('Latest')
  await page.getByLabel('How many').fill('3')
  await expect(cost).toContainText('3 new, 34 min.')
  await page.getByRole('checkbox', { name: 'Video 20' }).focus()
  await page.keyboard.press('Space')
  await expect(cost).toContainText('2 new, 14 min.')
  await page.getByRole('button', { name: 'Select none' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeDisabled()
  await page.getByRole('checkbox', { name: /^2\.\s?Video 2$/ }).check()
  await page.getByRole('button', { name: 'Import 1 video' }).press('Enter')

  await expect(page).toHaveURL(/\/imports\/[0-9a-f-]{36}$/)
  await expect(page.getByText('1 of 1 video transcribed')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('heading', { name: 'Videos' })).toBeVisible()
  await expect(row(page, 'Video 2')).toContainText('Transcribed')
  await expectNoBarriers(page)
})

test('a list and a feed pasted into the home field are offered for import, with title and count', {
  tag: '@deep',
}, async ({ page }) => {
  for (const [link, title, counted] of [
    [TALKS, 'Talks & conversations', 'A list of 3 videos'],
    [feedOf(test.info()), 'The Long Conversation', 'A podcast with 6 episodes'],
  ] as const) {
    await page.goto('/')
    await page.getByRole('textbox', { name: 'Link' }).fill(link)
    await page.getByRole('button', { name: 'Transcribe' }).click()
    const offer = page.getByRole('region', { name: 'This link contains several recordings' })
    await expect(offer).toContainText(counted)
    await expect(offer).toContainText(title)
    await expectNoBarriers(page)
    await offer.getByRole('link', { name: 'Choose and import' }).click()
    await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible()
    await expect(page.getByLabel(FIELD)).toHaveValue(link)
    await expect(page.getByRole('button', { name: /^Import \d+ (?:videos|episodes?)$/ })).toBeVisible()
  }
})

test('an unknown import is not found', async ({ page }) => {
  const answer = await page.goto('/imports/0199aaaa-0000-7000-8000-000000000000')
  expect(answer?.status()).toBe(404)
})
