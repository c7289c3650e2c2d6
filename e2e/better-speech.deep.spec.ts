import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { louderSpeech } from '../test/louder-speech'
import { type ModelOrigin, startModelOrigin } from '../test/models/model-origin'
import { type ServiceProcess, startProcess } from '../test/process/start-process'
import { standInWhisper } from '../test/speech/stand-in-whisper'
import { letIn } from './local-browser'
import { look } from './look'
import { sendFile } from './send-file'

test.describe.configure({ mode: 'serial', timeout: 300_000 })

const HALF = 10_000_000
let models: ModelOrigin
let service: ServiceProcess
let dataDir: string
let settings: Record<string, string>
let page: Page

async function transcribe(factor = 1): Promise<string> {
  const id = await sendFile(page.request, service.baseUrl, 'A speech.wav', await louderSpeech(factor))
  await page.goto(`/transcripts/${id}`)
  await expect(page.getByText('wooden words')).toBeVisible({ timeout: 90_000 })
  return page.url()
}

test.beforeAll(async ({ browser }) => {
  models = await startModelOrigin({ ballastBytes: 2 * HALF })
  dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-e2e-speech-'))
  const heard = { language: 'en', segments: [{ start: 0, end: 2, text: 'wooden words' }] }
  const lesser = await standInWhisper(dataDir, heard, { others: models.models, languages: ['en'] })
  settings = { ...models.settings, ...lesser.settings, MOONSHINE_FOLDER: path.join(dataDir, 'none') }
  service = await startProcess(dataDir, settings)
  const context = await browser.newContext({ baseURL: service.baseUrl, ...(await letIn(service)) })
  page = await context.newPage()
})

test.afterAll(async () => {
  await page.context().close()
  await service.stop()
  await models.close()
  await rm(dataDir, { recursive: true, force: true })
})

test('from a text by a lesser engine to a better one: download, pause, resume, transcribe again', async () => {
  models.releaseUntil(HALF)
  const address = await transcribe()
  const offer = page.getByRole('region', { name: 'Better transcripts on this machine' })
  await expect(offer).toContainText('A larger speech model makes fewer mistakes.')
  await look(page, 'text-offer')
  await offer.getByRole('link', { name: 'Speech models' }).click()

  await page.getByRole('button', { name: 'Download Parakeet (20 MB, English)' }).click()
  await expect(page.getByText('10 of 20 MB')).toBeVisible()
  const bar = page.getByRole('progressbar', { name: 'Downloading Parakeet' })
  await expect(bar).toHaveAttribute('aria-valuenow', /^(?:49|50)$/)
  await look(page, 'speech-progress')

  await page.getByRole('button', { name: 'Pause: Parakeet' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Paused' })).toBeVisible()
  // A paused download is still there after a reload.
  await page.reload()
  await expect(page.getByText('10 of 20 MB')).toBeVisible()
  await look(page, 'speech-paused')
  models.releaseUntil(2 * HALF)
  await page.getByRole('button', { name: 'Resume: Parakeet' }).click()
  await expect(page.getByText('Recordings without captions are transcribed by Parakeet.')).toBeVisible()

  await page.goto(address)
  await expect(offer).toContainText('Parakeet is installed and makes fewer mistakes. Transcribing again is free.')
  await look(page, 'text-again')
  await offer.getByRole('button', { name: 'Transcribe again' }).click()
  await expect(page.locator('[data-line]').first()).toHaveText(/^lower high/, { timeout: 90_000 })
  await expect(page.getByText('wooden words')).toHaveCount(0)
  await expect(offer).toHaveCount(0)
  await expect(page.getByText(/transcribed by a downloaded model/i)).toBeVisible()
  expect(page.url()).toBe(address)
})

test('the speech page shows the engine in use, deletes a model and cancels a download', async () => {
  await page.goto('/settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Speech models' }).click()
  await expect(page.getByText('Recordings without captions are transcribed by Parakeet.')).toBeVisible()
  const languages = page.getByRole('region', { name: 'Languages' })
  await expect(languages).toContainText('One language can be transcribed now.')
  await expect(languages.getByRole('listitem')).toHaveText('English')
  await look(page, 'speech-in-use')
  await page.getByRole('button', { name: 'Delete: Parakeet', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Recordings without captions are transcribed by Stand-in.')).toBeVisible()

  models.releaseUntil(HALF)
  await page.getByRole('button', { name: /^Download Parakeet small/ }).click()
  await expect(page.getByText('10 of 20 MB')).toBeVisible()
  await look(page, 'speech-downloading')
  await page.getByRole('button', { name: 'Cancel: Parakeet small' }).click()
  await expect(page.getByRole('button', { name: /^Download Parakeet small/ })).toBeVisible()
})

test('an offer of better speech is below the text, and steps back while that is edited', async () => {
  const offer = page.getByRole('region', { name: 'Better transcripts on this machine' })
  await transcribe(2)
  await expect(offer).toBeVisible()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible()
  await expect(offer).toHaveCount(0)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(offer).toBeVisible()
})

test('a failing model server shows an error, and a retry resumes the download', async () => {
  models.answerBallast(() => ({ status: 404 }))
  await page.goto('/settings/speech')
  await page.getByRole('button', { name: /^Download Parakeet \(/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'answered 404' })).toBeVisible()
  await look(page, 'speech-failed')
  models.answerBallast(null)
  models.releaseUntil(HALF)
  await page.getByRole('button', { name: 'Try again: Parakeet' }).click()
  await expect(page.getByText('10 of 20 MB')).toBeVisible()
})

test('a download resumes where it was after a restart of the service', async ({ browser }) => {
  await page.context().close()
  await service.stop()
  models.releaseUntil(2 * HALF)
  service = await startProcess(dataDir, settings)
  const context = await browser.newContext({ baseURL: service.baseUrl, ...(await letIn(service)) })
  page = await context.newPage()
  await page.goto('/settings/speech')
  await expect(page.getByText('Recordings without captions are transcribed by Parakeet.')).toBeVisible()
  const ranges = models.origin.requests.flatMap(({ url, headers }) =>
    url.endsWith('ballast.bin') ? [headers.range] : [],
  )
  expect(ranges.at(-1)).toBe(`bytes=${HALF}-`)
})
