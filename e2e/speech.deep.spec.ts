import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { startProcess } from '../test/process/start-process'
import { letIn } from './local-browser'
import { expectNoBarriers } from './page-checks'
import { dropFile, SPEECH } from './samples'

/** The engine that `npm test` installs where Python's packages can be reached. */
const HAS_MOONSHINE = existsSync('.verbatim/moonshine')

/** Drops the old recording of a speech on the home page and waits for its text. */
async function transcribeSpeech(page: Page): Promise<string> {
  await page.goto('/')
  await dropFile(page, SPEECH)
  await page.waitForURL('**/transcripts/*')
  await expect(page.getByText(/transcribed by \w+ · 0:1[12]/i)).toBeVisible({ timeout: 90_000 })
  return (await page.locator('[data-line]').allTextContents()).join(' ')
}

test('a dropped recording is worked on in sight and becomes text with times', async ({ page }) => {
  await page.goto('/')
  await dropFile(page, SPEECH)
  await page.waitForURL('**/transcripts/*')
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.getByText('You can close this tab. We’ll keep going.')).toBeVisible()
  await expect(page.locator('[data-line]').first()).toBeVisible({ timeout: 90_000 })
  await expect(page.getByText(/transcribed by \w+ · 0:1[12]/i)).toBeVisible()
  const words = (await page.locator('[data-line]').allTextContents()).join(' ').split(' ')
  expect(words.length).toBeGreaterThan(10)
})

test('without anything set up, an old speech comes out right and with punctuation', async ({ page }) => {
  test.skip(!HAS_MOONSHINE, 'Moonshine is not installed: Python’s packages could not be reached')
  expect(await transcribeSpeech(page)).toMatch(
    /^And so,? my fellow Americans,? ask not what your country can do for you/,
  )
  await expect(page.getByText(/transcribed by moonshine/i)).toBeVisible()
  await expect(page.getByText(/small offline engine/)).toHaveCount(0)
})

test('a draft by the small offline engine says that it is one', async ({ browser }) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-e2e-'))
  const service = await startProcess(dataDir, { SPEECH_ENGINE: 'pocketsphinx' })
  const context = await browser.newContext({ baseURL: service.baseUrl, ...(await letIn(service)) })
  try {
    const page = await context.newPage()
    await transcribeSpeech(page)
    await expect(page.getByText(/small offline engine/)).toBeVisible()
    await page.getByText('Use a better engine').click()
    await expectNoBarriers(page)
  } finally {
    await context.close()
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
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
