import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { louderSpeech } from '../test/louder-speech'
import { type MailServer, startMailServer } from '../test/origin/mail-server'
import { type ServiceProcess, startProcess } from '../test/process/start-process'
import { type SpeechServer, startSpeechServer } from '../test/speech/speech-server'
import { signInByMail } from './mailed-sign-in'
import { expectNoBarriers } from './page-checks'
import { dropFile } from './samples'

/** A free plan of two minutes, so that a recording of three is longer than what is left. */
const TIERS = JSON.stringify({ free: { seconds: 120, amount: 0 }, pro: { seconds: 36_000, amount: 900 } })

let service: ServiceProcess
let mail: MailServer
let speech: SpeechServer
let dataDir: string

test.beforeAll(async () => {
  test.setTimeout(300_000)
  mail = await startMailServer()
  speech = await startSpeechServer()
  dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-e2e-continue-'))
  const engine = { SPEECH_ENGINE: 'openai', SPEECH_API_URL: speech.url, SPEECH_CONCURRENCY: '1' }
  const mailing = { MAIL_SERVER: mail.url, MAIL_FROM: 'Verbatim <hello@verbatim.test>' }
  service = await startProcess(dataDir, { HOST: '0.0.0.0', BILLING: 'sandbox', TIERS, ...mailing, ...engine })
})
test.afterAll(async () => {
  await service.stop()
  speech.close()
  await mail.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Lets the engine answer whatever it is asked from now on. */
async function answerAll(): Promise<void> {
  for (;;) await (await speech.next()).answer()
}

test('a user with too few minutes transcribes the first part, buys more, and continues to the end', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: service.baseUrl, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByText(/\d+ h per month, captions included/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose Pro' })).toHaveAttribute(
    'href',
    /callbackUrl=%2Fsettings%2Fusage/,
  )
  await page.goto('/sign-in')
  await signInByMail(mail, page, 'reader@verbatim.test')
  await page.goto('/')
  await dropFile(page, { name: 'lecture.wav', type: 'audio/wav', body: Buffer.from(await louderSpeech(16)) })
  const refusal = page.getByRole('alert').filter({ hasText: /You have 2 min left until .* This recording needs 3 min/ })
  await expect(refusal).toContainText('Take the first 2 min, or upgrade.')
  await expect(refusal.getByRole('link', { name: 'See plans' })).toBeVisible()
  await expectNoBarriers(page)

  await refusal.getByRole('button', { name: 'Take the first 2 min' }).click()
  await page.waitForURL('**/transcripts/*')
  for (let chunk = 0; chunk < 6; chunk++) await (await speech.next()).answer()
  await expect(page.getByText('This is the first 2 min of 3 min.')).toBeVisible()
  const part = await page.locator('[data-line]').allTextContents()
  expect(part).toHaveLength(6)
  await expectNoBarriers(page)
  const address = page.url()

  await page.goto('/settings/usage')
  await page.getByRole('button', { name: 'Choose Pro' }).click()
  await page.waitForURL('**/sandbox/checkout/*')
  await page.getByRole('button', { name: 'Pay with a working card' }).click()
  await page.waitForURL('**/settings/usage?from=checkout')

  await page.goto(address)
  await page.getByRole('button', { name: 'Transcribe the rest' }).click()
  const first = await speech.next()
  // The stored text stays in sight while the rest is transcribed.
  await expect(page.getByText('You can close this tab. We’ll keep going.')).toBeVisible()
  await expect(page.locator('[data-line]')).toHaveText(part)
  await first.answer()
  await expect(page.locator('[data-line]')).toHaveCount(7)
  void answerAll()
  await expect(page.getByText(/transcribed by .+ · 2:56$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Transcribe the rest' })).toHaveCount(0)
  expect((await page.locator('[data-line]').allTextContents()).slice(0, 6)).toEqual(part)
  await context.close()
})
