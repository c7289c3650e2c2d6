import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { type SpeechServer, startSpeechServer } from '../test/process/speech-server'
import { type ServiceProcess, startProcess } from '../test/process/start-process'
import { EMPTY, fillAccount, type State } from './every-state'
import { walkByKeyboard } from './keyboard-tour'
import { expectNoBarriers, expectNoSidewaysScroll, type Watch, watchPage } from './page-checks'
import { startPlatforms } from './platforms'

/** A folder to keep a picture of every state in, to be looked at. */
const PICTURES = process.env.PICTURES

/** More than a fiftieth of the window is seen to jump. */
const MOST_SHIFT = 0.02

const DEVICES = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const
type Device = keyof typeof DEVICES

let service: ServiceProcess
let speech: SpeechServer
let dataDir: string
let closePlatforms: () => Promise<void>
const pages: { device: Device; page: Page; watch: Watch; context: BrowserContext }[] = []

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000)
  const platforms = await startPlatforms()
  closePlatforms = platforms.close
  speech = await startSpeechServer()
  dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-e2e-pages-'))
  const engine = { SPEECH_ENGINE: 'openai', SPEECH_API_URL: speech.url, SPEECH_CONCURRENCY: '1' }
  const noLimits = { RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PUBLIC_PER_MINUTE: '0' }
  service = await startProcess(dataDir, { ...platforms.settings, ...engine, ...noLimits })
  for (const device of ['desktop', 'phone'] as const) {
    const context = await browser.newContext({ baseURL: service.baseUrl, reducedMotion: 'reduce', ...DEVICES[device] })
    const page = await context.newPage()
    pages.push({ device, page, context, watch: await watchPage(page) })
  }
})
test.afterAll(async () => {
  for (const { context } of pages) await context.close()
  await service.stop()
  speech.close()
  await closePlatforms()
  await rm(dataDir, { recursive: true, force: true })
})

async function takePicture(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: path.join(PICTURES, `${name}.png`), fullPage: true })
}

async function lookAt({ name, path: address, shows, open, isLong = false, keepsFocus = false }: State): Promise<void> {
  for (const { device, page, watch } of pages) {
    const where = `${name} on a ${device}`
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(address)
    await expect(page.getByText(shows).filter({ visible: true }).first(), where).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 }), where).toHaveCount(1)
    const { sum, moved } = await watch.shift()
    expect(sum, `${where} does not jump, but for ${moved.join(', ')}`).toBeLessThan(MOST_SHIFT)
    await open?.(page)
    await expectNoSidewaysScroll(page)
    // A long page is made of the same parts, whatever its width.
    if (device === 'desktop' || !isLong) await expectNoBarriers(page)
    await takePicture(page, `${name}-${device}-light`)
    await page.emulateMedia({ colorScheme: 'dark' })
    if (device === 'desktop') await expectNoBarriers(page, ['color-contrast'])
    await takePicture(page, `${name}-${device}-dark`)
    if (device === 'desktop' && !isLong && !keepsFocus) expect(await walkByKeyboard(page), where).toEqual([])
    expect(watch.complaints, where).toEqual([])
  }
}

/** Looks at all of them: one that is wrong does not hide the others. */
async function lookAtEach(states: readonly State[]): Promise<void> {
  const wrong: string[] = []
  for (const state of states) {
    await test.step(state.name, () => lookAt(state)).catch((error: unknown) => wrong.push(`${state.name}: ${error}`))
  }
  expect(wrong).toEqual([])
}

test('every page before there is anything in the account', async () => {
  test.setTimeout(600_000)
  await lookAtEach(EMPTY)
})

test('every page of an account with all there can be in it', async () => {
  test.setTimeout(600_000)
  const request = pages[0]?.context.request
  if (request) await lookAtEach(await fillAccount(request, service.baseUrl, speech))
})
