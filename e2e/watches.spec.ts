import { expect, type Page, test } from '@playwright/test'
import { expectNoBarriers, expectNoSidewaysScroll } from './page-checks'
import { feedOf } from './show'

const FIELD = 'Link to a podcast, playlist or channel'

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ request, baseURL }) => {
  const headers = { origin: baseURL ?? '' }
  const { watches } = await (await request.get('/v1/watches', { headers })).json()
  for (const { id } of watches) await request.delete(`/v1/watches/${id}`, { headers })
})

const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

test('a show is watched, and what it brings is listed with its outcome', async ({ page }) => {
  await page.goto('/imports/following')
  await expect(page.getByText('Nothing followed yet')).toBeVisible()
  await expectNoBarriers(page)
  await page.getByLabel(FIELD).fill(feedOf(test.info()))
  await page.getByLabel('Check', { exact: true }).selectOption('1d')
  await page.getByLabel('Older items').selectOption('1')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByRole('figure', { name: 'Feed link' })).toContainText('/feed/vbw_')
  await expect(row(page, 'The Long Conversation')).toContainText('Following')
  await expect(row(page, 'The Long Conversation')).toContainText('1 item')
  await expect(row(page, 'The Long Conversation')).toContainText('Every day · Next check')
  await expectNoBarriers(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)

  await page.getByRole('link', { name: 'The Long Conversation' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Long Conversation')
  await expect(row(page, 'Episode 6')).toContainText('Transcribed')
  await expectNoBarriers(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Create a new link' }).click()
  const link = await page.getByRole('figure', { name: 'Feed link' }).locator('code').textContent()
  const { pathname } = new URL(link ?? '')
  const feed = await page.request.get(pathname)
  expect(await feed.text()).toContain('Episode 6')
})

test('a watch is paused, resumed and deleted', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/imports/following')
  await page.getByRole('button', { name: 'Pause: The Long Conversation' }).click()
  await expect(row(page, 'The Long Conversation')).toContainText('Paused. Nothing is checked.')
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Resume: The Long Conversation' }).click()
  await expect(row(page, 'The Long Conversation')).toContainText('Following')
  await page.getByRole('button', { name: 'Check now: The Long Conversation' }).click()
  await expect(page.getByText(/The list is being checked|less than a minute ago/)).toBeVisible()
  await page.getByRole('button', { name: 'Stop following: The Long Conversation' }).click()
  await page.getByRole('button', { name: 'Stop following', exact: true }).click()
  await expect(page.getByText('Nothing followed yet')).toBeVisible()
})

test('a link that leads to no list says so, and one from an import is in the form', { tag: '@deep' }, async ({
  page,
}) => {
  const feed = feedOf(test.info())
  await page.goto(`/imports/following?url=${encodeURIComponent(feed)}`)
  await expect(page.getByLabel(FIELD)).toHaveValue(feed)
  await page.getByLabel(FIELD).fill('https://youtu.be/talkTALKtal')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'video' })).toBeVisible()
  await expectNoBarriers(page)
})
