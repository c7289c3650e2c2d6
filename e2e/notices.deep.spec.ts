import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { louderSpeech } from '../test/louder-speech'
import { type MailServer, startMailServer } from '../test/origin/mail-server'
import { type ServiceProcess, startProcess } from '../test/process/start-process'
import { type SpeechServer, startSpeechServer } from '../test/speech/speech-server'
import { signInByMail } from './mailed-sign-in'
import { expectNoBarriers, expectNoSidewaysScroll } from './page-checks'
import { dropFile } from './samples'

let dataDir: string
let speech: SpeechServer
let mail: MailServer
let service: ServiceProcess

test.beforeAll(async () => {
  test.setTimeout(300_000)
  dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-e2e-notices-'))
  speech = await startSpeechServer()
  mail = await startMailServer()
  service = await startProcess(dataDir, {
    HOST: '0.0.0.0',
    MAIL_SERVER: mail.url,
    MAIL_FROM: 'Verbatim <hello@verbatim.test>',
    SPEECH_ENGINE: 'openai',
    SPEECH_API_URL: speech.url,
    SPEECH_CONCURRENCY: '1',
  })
})
test.afterAll(async () => {
  await service.stop()
  speech.close()
  await mail.close()
  await rm(dataDir, { recursive: true, force: true })
})

test('a running job shows its stage in the tab, and its end is announced where that was asked for', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: service.baseUrl, permissions: ['notifications'] })
  const page = await context.newPage()
  // A browser without a desktop shows no notifications: what would be shown is kept.
  await page.addInitScript(() => {
    const shown: string[] = []
    const Shown = Object.assign(
      class {
        constructor(title: string, options?: NotificationOptions) {
          shown.push(`${title}: ${options?.body ?? ''}`)
        }
      },
      { permission: 'granted', requestPermission: async () => 'granted' },
    )
    Object.assign(window, { Notification: Shown, shown })
  })
  await page.goto('/sign-in')
  await signInByMail(mail, page, 'waiting@verbatim.test')
  await page.goto('/')
  await dropFile(page, { name: 'lecture.wav', type: 'audio/wav', body: Buffer.from(await louderSpeech(1)) })
  await page.waitForURL('**/transcripts/*')
  const asked = await speech.next()
  await expect(page).toHaveTitle(/^Transcribing · lecture/)
  const opener = page.getByRole('button', { name: 'Notify me when it’s done' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const inBrowser = page.getByRole('checkbox', { name: /^In this browser/ })
  const byEmail = page.getByRole('checkbox', { name: 'By email' })
  await inBrowser.focus()
  await page.keyboard.press('Space')
  await expect(inBrowser).toBeChecked()
  await expectNoBarriers(page)
  await byEmail.check()
  await expect(byEmail).toBeEnabled()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)

  // The server's choice still holds in another tab.
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Notify me when it’s done' }).click()
  await expect(other.getByRole('checkbox', { name: 'By email' })).toBeChecked()
  await other.close()

  await asked.answer()
  await expect(page).toHaveTitle(/^lecture/)
  const shown = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown)
  await expect.poll(shown).toEqual([expect.stringMatching(/^Transcript ready: lecture/)])
  await context.close()
})

test('email about everything that ends is a setting', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: service.baseUrl })
  const page = await context.newPage()
  await page.goto('/sign-in?callbackUrl=/settings')
  await signInByMail(mail, page, 'settings@verbatim.test')
  const choice = page.getByRole('checkbox', { name: 'Email me when a job or an import finishes' })
  await expect(choice).not.toBeChecked()
  await choice.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Notifications saved')).toBeVisible()
  await page.reload()
  await expect(choice).toBeChecked()
  await expectNoBarriers(page)
  await context.close()
})
