import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { makeTinyModel } from '../lib/speech/sherpa/testing/make-tiny-model'
import { louderSpeech } from '../test/louder-speech'
import { type ModelOrigin, startModelOrigin } from '../test/models/model-origin'
import { type ServiceProcess, startProcess } from '../test/process/start-process'
import { installStandIn } from '../test/speech/stand-in-whisper'
import { letIn } from './local-browser'
import { look } from './look'
import { dropFile, SPEECH } from './samples'
import { sendFile } from './send-file'

test.describe.configure({ mode: 'serial', timeout: 300_000 })

const HALF = 10_000_000

let models: ModelOrigin
let service: ServiceProcess
let dataDir: string
let page: Page

test.beforeAll(async ({ browser }) => {
  const whisper = { language: 'ja', probability: 0.8, segments: [{ start: 0, end: 4, text: ' こんにちは' }] }
  models = await startModelOrigin({ ballastBytes: 2 * HALF, whisper })
  dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-e2e-language-'))
  const english = await makeTinyModel(path.join(dataDir, 'models', 'tiny'))
  const MODELS_FILE = path.join(dataDir, 'models.json')
  await writeFile(MODELS_FILE, JSON.stringify([english, ...models.models.filter(({ engine }) => engine === 'whisper')]))
  await installStandIn(dataDir)
  service = await startProcess(dataDir, {
    ...models.settings,
    MODELS_FILE,
    MOONSHINE_FOLDER: path.join(dataDir, 'none'),
  })
  const context = await browser.newContext({ baseURL: service.baseUrl, ...(await letIn(service)) })
  page = await context.newPage()
})

test.afterAll(async () => {
  await page.context().close()
  await service.stop()
  await models.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** A recording whose audio track says that it is in Japanese. */
async function japanese(): Promise<Buffer> {
  const [from, to] = [path.join(dataDir, SPEECH.name), path.join(dataDir, 'tagged.mka')]
  await writeFile(from, SPEECH.body)
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', from, '-metadata:s:a:0', 'language=jpn', to])
  return readFile(to)
}

const downloads = () => page.getByRole('button', { name: 'Download Stand-in (20 MB, MIT) and transcribe' })

test('from a machine that knows only English to a Japanese transcript it takes two clicks', async () => {
  let clicks = 0
  await page.exposeFunction('countClick', () => clicks++)
  // The page clicks on its field for files itself.
  const counting = "addEventListener('click', (event) => event.isTrusted && window.countClick(), true)"
  await page.addInitScript(counting)
  models.releaseUntil(HALF)
  await page.goto('/')
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chosen).setFiles({ name: 'tagged.mka', mimeType: 'audio/x-matroska', buffer: await japanese() })
  await page.waitForURL('**/transcripts/*')
  const why = "The current speech engine doesn't support Japanese. It supports English."
  await expect(page.getByText(why, { exact: true })).toBeVisible()
  await expect(downloads()).toBeVisible()
  await look(page, 'language-refused')
  await downloads().click()
  await expect(page.getByRole('status').filter({ hasText: 'Stand-in is being downloaded (50 %).' })).toBeVisible()
  await look(page, 'language-waiting')
  models.releaseUntil(2 * HALF)
  await expect(page.locator('[data-line]').first()).toHaveText('こんにちは', { timeout: 60_000 })
  await expect(page.getByText(/^Japanese · transcribed by whisper/i)).toBeVisible()
  expect(clicks).toBe(2)
})

test('a file for which a language was chosen is sent once, and transcribed after the download', async () => {
  await page.request.delete('/v1/speech/models/whisper-stand-in', { headers: { origin: service.baseUrl } })
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/v1/uploads/sign') && sent.push(request.url()))
  await page.goto('/')
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByLabel('Language').selectOption('Japanese')
  await dropFile(page, SPEECH)
  await expect(downloads()).toBeVisible()
  await look(page, 'language-form')
  await downloads().click()
  await page.waitForURL('**/transcripts/*')
  await expect(page.locator('[data-line]').first()).toHaveText('こんにちは', { timeout: 60_000 })
  expect(sent).toHaveLength(1)
})

test('a detected language is shown, and put right by one click', async () => {
  const id = await sendFile(page.request, service.baseUrl, 'A greeting.wav', await louderSpeech(1), 'auto')
  await page.goto(`/transcripts/${id}`)
  await expect(page.getByText(/^Detected: Japanese · transcribed by whisper/i)).toBeVisible({ timeout: 60_000 })
  await look(page, 'language-detected')
  // The second language that was heard is one click away, any other two.
  await page.getByRole('button', { name: 'Transcribe as English' }).click()
  await expect(page.getByText(/^English · transcribed by /i)).toBeVisible({ timeout: 60_000 })
})

test('any other language that this machine knows is in the menu, those that were heard first', async () => {
  const id = await sendFile(page.request, service.baseUrl, 'Another.wav', await louderSpeech(2), 'auto')
  await page.goto(`/transcripts/${id}`)
  await expect(page.getByText(/^Detected: Japanese/)).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Language' }).click()
  const choices = page.getByRole('menuitemradio')
  await expect(choices.first()).toHaveText('Japanese')
  await expect(choices.nth(1)).toHaveText('English')
  await look(page, 'language-menu')
  await page.getByRole('menuitemradio', { name: 'German' }).click()
  await expect(page.getByText(/^German · transcribed by whisper/i)).toBeVisible({ timeout: 60_000 })
})
