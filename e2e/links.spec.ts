import { expect, test } from '@playwright/test'
import { linksTo, OTHER_LINKS } from '../test/origin/linked-pages'
import { look } from './look'
import { TALK } from './platforms'

const LINKS = linksTo(TALK)
const SAID = /Here is what was said, a line at a time/

test.beforeEach(async ({ page }) => {
  await page.goto('/')
})

test('a pasted YouTube link shows its transcript immediately, with a link to the video', async ({ page }) => {
  const field = page.getByRole('textbox', { name: /link/i })
  await field.fill('youtu.be/watchThis01?si=abc')
  await expect(page.getByText('YouTube', { exact: true })).toBeVisible()
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'A talk' })).toBeVisible()
  await expect(page.getByText(/Here is what was said, a line at a time/)).toBeVisible()
  await expect(page.getByText(/automatic captions from YouTube/)).toBeVisible()
  const back = page.getByRole('link', { name: 'Open on YouTube' })
  await expect(back).toHaveAttribute('href', 'https://www.youtube.com/watch?v=watchThis01')
})

test('a link of several recordings is offered for import, and stays to be changed', { tag: '@deep' }, async ({
  page,
}) => {
  const field = page.getByRole('textbox', { name: /link/i })
  await field.fill('https://www.youtube.com/playlist?list=PLabc')
  await field.press('Enter')
  await expect(page.getByText('This link contains several recordings')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose and import' })).toHaveAttribute('href', /^\/imports\?url=https/)
  await expect(field).toHaveValue('https://www.youtube.com/playlist?list=PLabc')
})

test('a page with several recordings lets the user choose one, or take all', async ({ page }) => {
  const field = page.getByRole('textbox', { name: /link/i })
  await field.fill(LINKS.twoPlayers.replace('https://', ''))
  await field.press('Enter')
  const problem = page.getByRole('alert').filter({ hasText: 'several recordings' })
  await expect(problem.getByRole('listitem')).toHaveCount(2)
  await look(page, 'several-recordings')
  await problem.getByRole('button', { name: 'Take all 2' }).click()
  await expect(page.getByRole('button', { name: 'Transcribe 2 links' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear links' }).click()
  await field.fill(LINKS.twoPlayers.replace('https://', ''))
  await field.press('Enter')
  await problem.getByRole('button', { name: 'youtube.com/watch?v=watchThis01' }).click()
  await expect(page.getByText(/Here is what was said, a line at a time/)).toBeVisible()
})

test('a video that is shown in a playlist is offered with the playlist', { tag: '@deep' }, async ({ page }) => {
  const field = page.getByRole('textbox', { name: /link/i })
  await field.fill(LINKS.inPlaylist)
  await expect(page.getByText('This video is in a playlist.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Import the playlist' })).toHaveAttribute('href', /^\/imports\?url=https/)
  await look(page, 'in-a-playlist')
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'A talk' })).toBeVisible()
})

const cases = [
  ['a short link', LINKS.short, SAID, ''],
  ['a page with one player', LINKS.onePlayer, SAID, '@deep'],
  ['a file that Dropbox shares', OTHER_LINKS.dropbox, /Hello from a shared file/, '@deep'],
  ['a site that only yt-dlp reads', OTHER_LINKS.otherSite, /Hello from captions/, '@deep'],
  ['a link in a search engine', LINKS.searched, SAID, '@deep'],
  ['a link that a mail filter has rewritten', LINKS.mailed, SAID, '@deep'],
] as const

for (const [name, link, said, tag] of cases) {
  test(`${name} shows the transcript of what it leads to`, { tag: tag || [] }, async ({ page }) => {
    const field = page.getByRole('textbox', { name: /link/i })
    await field.fill(link)
    await field.press('Enter')
    await expect(page).toHaveURL(/\/transcripts\/[\w-]+$/)
    await expect(page.getByText(said).first()).toBeVisible()
  })
}

test('a shared file that is not public says how to share it', async ({ page }) => {
  const field = page.getByRole('textbox', { name: /link/i })
  await field.fill(OTHER_LINKS.notShared)
  await field.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Share it with everyone who has the link' })).toBeVisible()
  await expect(field).toHaveValue(OTHER_LINKS.notShared)
})
