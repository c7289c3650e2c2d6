import { expect, type Page, test } from '@playwright/test'
import { expectNoBarriers } from './page-checks'

const FEED = 'https://conversation.example/feed.xml'

test.describe.configure({ mode: 'serial' })

const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

async function lookUp(page: Page, link: string): Promise<void> {
  await page.getByLabel('Link to the podcast').fill(link)
  await page.getByLabel('Link to the podcast').press('Enter')
}

test('a page without imports says how to begin', async ({ page }) => {
  await page.goto('/imports')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Imports')
  await expect(page.getByText('No imports yet')).toBeVisible()
  await expectNoBarriers(page)
})

test('a show is previewed before it is imported, and every episode shows its outcome', async ({ page }) => {
  await page.goto('/imports')
  await lookUp(page, FEED)
  await expect(page.getByRole('heading', { name: 'The Long Conversation' })).toBeVisible()
  await expect(page.getByText('and 3 more episodes')).toBeVisible()
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Import 6 episodes' }).click()

  await expect(page).toHaveURL(/\/imports\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Long Conversation')
  await expect(page.getByText('5 of 6 episodes transcribed · 1 failed')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Done', { exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: '100% of it is over' })).toBeVisible()
  await expect(row(page, 'Episode 4')).toContainText('There is nothing at this link any more.')
  await expect(row(page, 'Episode 3')).toContainText('Transcribed')
  await expectNoBarriers(page)

  await page.getByRole('button', { name: 'Failed' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: /Episode/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByRole('link', { name: 'Episode 6' }).click()
  await expect(page.getByText('Welcome to e6')).toBeVisible()

  // Its picture comes from here, whoever has it.
  await page.goto('/transcripts')
  const picture = row(page, 'Episode 6').locator('img')
  await expect(picture).toHaveAttribute('src', /^\/transcripts\/[0-9a-f-]{36}\/thumbnail$/)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
})

test('the show imported again takes only what did not come before', async ({ page }) => {
  await page.goto('/imports')
  await expect(page.getByText('5 of 6 episodes transcribed · 1 failed')).toBeVisible()
  await page.getByRole('link', { name: 'The Long Conversation' }).click()
  await page.getByRole('button', { name: 'Import again' }).click()
  await expect(page.getByText('0 of 6 episodes transcribed · 1 failed · 5 skipped')).toBeVisible({ timeout: 60_000 })
  await expect(row(page, 'Episode 6')).toContainText('You had it already')
})

test('a link that leads to no podcast says what to paste', async ({ page }) => {
  await page.goto('/imports')
  await lookUp(page, 'https://www.youtube.com/watch?v=jNQXAC9IVRw')
  const form = page.getByRole('region', { name: 'Import a podcast' })
  await expect(form.getByRole('alert')).toContainText('This is a video, not a podcast.')
  await page.getByRole('button', { name: 'Paste another link' }).click()
  await expect(page.getByLabel('Link to the podcast')).toHaveValue('')
})

test('an import of nobody’s is not found', async ({ page }) => {
  const answer = await page.goto('/imports/0199aaaa-0000-7000-8000-000000000000')
  expect(answer?.status()).toBe(404)
})
