import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { louderSpeech } from '../test/louder-speech'
import { type ServiceProcess, startProcess } from '../test/process/start-process'
import { type SpeechServer, startSpeechServer } from '../test/speech/speech-server'
import { expectNoBarriers } from './page-checks'
import { dropFile } from './samples'

let dataDir: string
let speech: SpeechServer
let service: ServiceProcess
/** A speech engine that answers one piece at a time, when the test lets it. */
const settings = () => ({ SPEECH_ENGINE: 'openai', SPEECH_API_URL: speech.url, SPEECH_CONCURRENCY: '1' })

test.beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-e2e-'))
  speech = await startSpeechServer()
  service = await startProcess(dataDir, settings())
})
test.afterAll(async () => {
  await service.stop()
  speech.close()
  await rm(dataDir, { recursive: true, force: true })
})

const topOfFirstLine = (page: Page) =>
  page
    .locator('[data-line]')
    .first()
    .evaluate((line) => line.getBoundingClientRect().top)

test('the text grows while a recording is transcribed, and keeps growing after a reload and a restart', async ({
  page,
  context,
}) => {
  await page.goto(service.openLink ?? '')
  await dropFile(page, { name: 'talk.wav', type: 'audio/wav', body: Buffer.from(await louderSpeech(8)) })
  await page.waitForURL('**/transcripts/*')
  const first = await speech.next()
  await expect(page.getByText('You can close this tab. We’ll keep going.')).toBeVisible()
  await expect(page.locator('[data-line]')).toHaveCount(0)
  const player = await page.locator('audio').elementHandle()

  await first.answer()
  const second = await speech.next()
  await expect(page.locator('[data-line]')).toHaveText([`heard ${first.sound}`])
  await expect(
    page.getByRole('status').filter({ hasText: /^Transcribed up to 0:2\d\. The rest appears here as it is ready\.$/ }),
  ).toBeVisible()
  await expectNoBarriers(page)

  const before = await topOfFirstLine(page)
  await second.answer()
  const third = await speech.next()
  await expect(page.locator('[data-line]')).toHaveText([`heard ${first.sound}`, `heard ${second.sound}`])
  expect(await topOfFirstLine(page)).toBe(before)

  expect(await player?.evaluate((audio) => audio.isConnected), 'what plays goes on').toBe(true)

  // Another tab, and the server's own page without any script, have as much.
  const html = await (await context.request.get(page.url())).text()
  expect(html).toContain(`heard ${second.sound}`)
  await page.reload()
  await expect(page.locator('[data-line]')).toHaveCount(2)

  await service.kill()
  service = await startProcess(dataDir, settings(), Number(new URL(service.baseUrl).port))
  const again = await speech.next()
  expect(again.sound).toBe(third.sound)
  await again.answer()
  const last = await speech.next()
  await expect(page.locator('[data-line]')).toHaveCount(3)
  await last.answer()
  await expect(page.getByText(/^English · transcribed by /i)).toBeVisible()
  await expect(page.locator('[data-line]')).toHaveCount(4)
  await expect(page.getByText('The rest appears here as it is ready.')).toHaveCount(0)
  await page.goto(`${service.baseUrl}/transcripts`)
  await expect(page.getByRole('link', { name: 'talk', exact: true })).toHaveCount(1)
})
