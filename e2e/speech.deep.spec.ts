import { existsSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { dropFile, SPEECH } from './samples'

/** The engine that `npm test` installs where Python's packages can be reached. */
const HAS_MOONSHINE = existsSync('.verbatim/moonshine')

test('a dropped recording is worked on in sight and becomes text with times and punctuation', async ({ page }) => {
  await page.goto('/')
  await dropFile(page, SPEECH)
  await page.waitForURL('**/transcripts/*')
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.getByText('You can close this tab. We’ll keep going.')).toBeVisible()
  await expect(page.locator('[data-line]').first()).toBeVisible({ timeout: 90_000 })
  await expect(page.getByText(/transcribed by \w+ · 0:1[12]/i)).toBeVisible()
  const said = (await page.locator('[data-line]').allTextContents()).join(' ')
  expect(said.split(' ').length).toBeGreaterThan(10)
  test.skip(!HAS_MOONSHINE, 'Moonshine is not installed: Python’s packages could not be reached')
  expect(said).toMatch(/^And so,? my fellow Americans,? ask not what your country can do for you/)
  await expect(page.getByText(/transcribed by moonshine/i)).toBeVisible()
  await expect(page.getByText(/small offline engine/)).toHaveCount(0)
})

test('a user who returns finds the text at the same address', async ({ page, context }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Speech-to-text' }).click()
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
  await page.getByRole('button', { name: 'Transcribe again' }).click()
  await expect(page.locator('[data-line]').first()).toBeVisible({ timeout: 90_000 })
})
