import { expect, type Page, test } from '@playwright/test'
import { expectNoBarriers } from './page-checks'
import { SPEECH } from './samples'
import { sendFile } from './send-file'

const audio = (page: Page) => page.locator('audio')
const stateOf = (page: Page) =>
  audio(page).evaluate(({ currentTime, volume, muted, playbackRate }: HTMLAudioElement) => ({
    currentTime,
    volume,
    muted,
    playbackRate,
  }))

let sent: Promise<string> | undefined

/** Opens the recording that all tests of this file share. */
async function openSpeech(page: Page): Promise<void> {
  sent ??= sendFile(page.request, test.info().project.use.baseURL ?? '', SPEECH.name, SPEECH.body)
  await page.goto(`/transcripts/${await sent}`)
  await expect.poll(() => audio(page).evaluate((element: HTMLAudioElement) => element.duration)).toBeGreaterThan(10)
}

test('the player skips ten seconds, mutes, and changes volume and speed', async ({ page }) => {
  await openSpeech(page)
  await page.getByRole('button', { name: 'Forward 10 seconds' }).click()
  expect((await stateOf(page)).currentTime).toBe(10)
  await page.getByRole('button', { name: 'Back 10 seconds' }).click()
  expect((await stateOf(page)).currentTime).toBe(0)
  await page.getByRole('button', { name: 'Mute' }).click()
  expect((await stateOf(page)).muted).toBe(true)
  await page.getByRole('button', { name: 'Unmute' }).click()
  await page.getByRole('slider', { name: 'Volume' }).fill('0.5')
  expect(await stateOf(page)).toMatchObject({ muted: false, volume: 0.5 })
  await page.getByLabel('Speed').selectOption('1.5')
  expect((await stateOf(page)).playbackRate).toBe(1.5)
  await expectNoBarriers(page)
})

test('the same by keys, from anywhere on the page but a field', async ({ page }) => {
  await openSpeech(page)
  await page.locator('h1').click()
  await page.keyboard.press('l')
  expect((await stateOf(page)).currentTime).toBe(10)
  await page.keyboard.press('j')
  expect((await stateOf(page)).currentTime).toBe(0)
  await page.keyboard.press('m')
  await page.keyboard.press('>')
  expect(await stateOf(page)).toMatchObject({ muted: true, playbackRate: 1.25 })
  await expect(page.getByLabel('Speed')).toHaveValue('1.25')
  await page.keyboard.press('k')
  await expect.poll(() => audio(page).evaluate((element: HTMLAudioElement) => element.paused)).toBe(false)
  await page.keyboard.press('k')
  await page.getByRole('textbox', { name: 'Search this transcript' }).fill('m')
  await page.keyboard.type('jkl')
  await expect(page.getByRole('textbox', { name: 'Search this transcript' })).toHaveValue('mjkl')
  expect((await stateOf(page)).muted).toBe(true)
})

test('an uploaded recording has a waveform, and a click on it goes there', async ({ page }) => {
  const measured = page.waitForResponse((response) => response.url().endsWith('/waveform') && response.status() === 200)
  await openSpeech(page)
  const wave = page.locator('[data-waveform]')
  await expect(wave).toBeVisible()
  const box = await wave.boundingBox()
  await wave.click({ position: { x: (box?.width ?? 0) / 2, y: 10 } })
  const { currentTime } = await stateOf(page)
  expect(currentTime).toBeGreaterThan(5)
  expect(currentTime).toBeLessThan(6)
  expect(await (await measured).body()).toHaveLength(800)
  const nobody = '/transcripts/0199e3f1-2b7a-7c31-9d0e-5c1f0a9d2f11/waveform'
  expect((await page.request.get(nobody)).status()).toBe(204)
})

test('the length of a recording is the same in the player and below the title', async ({ page }) => {
  await openSpeech(page)
  const player = page.getByRole('region', { name: 'Player' })
  await expect(page.getByText(/transcribed by .* · 0:11$/)).toBeVisible()
  await expect(player.getByText('0:11')).toBeVisible()
})
