import { expect, test } from '@playwright/test'
import { dropFile, SPEECH } from './samples'

test('a dropped recording is worked on in sight and becomes text with times', async ({ page }) => {
  await page.goto('/')
  await dropFile(page, SPEECH)
  await page.waitForURL('**/transcripts/*')
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.getByText('You can close this tab; it goes on.')).toBeVisible()
  await expect(page.locator('[data-line]').first()).toBeVisible({ timeout: 90_000 })
  await expect(page.getByText(/speech to text by \w+ · 0:1[12]/i)).toBeVisible()
  const words = (await page.locator('[data-line]').allTextContents()).join(' ').split(' ')
  expect(words.length).toBeGreaterThan(10)
  await expect(page.getByText(/small offline engine/)).toBeVisible()
})

test('whoever comes back finds the text at the same address', async ({ page, context }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'A clear voice' }).click()
  await page.waitForURL('**/transcripts/*')
  const address = page.url()
  await page.close()
  const later = await context.newPage()
  await later.goto(address)
  await expect(later.locator('[data-line]').first()).toBeVisible({ timeout: 90_000 })
  await expect(later.getByRole('heading', { name: 'The printing press, read aloud' })).toBeVisible()
  const said = (await later.locator('[data-line]').allTextContents()).join(' ')
  for (const words of ['the history of the printing press', 'copied by hand', 'began to read for themselves']) {
    expect(said).toContain(words)
  }
})

test('a cancelled job says so and can be started again', async ({ page }) => {
  await page.goto('/')
  await dropFile(page, SPEECH)
  await page.waitForURL('**/transcripts/*')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('This job was cancelled. Nothing was charged.')).toBeVisible()
  await page.getByRole('button', { name: 'Start it again' }).click()
  await expect(page.locator('[data-line]').first()).toBeVisible({ timeout: 90_000 })
})
