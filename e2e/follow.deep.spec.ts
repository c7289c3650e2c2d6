import { expect, type Page, test } from '@playwright/test'
import { standInForPlayers } from './frame-players'
import { LONG_TALK } from './platforms'
import { publishHere } from './publish'

const spoken = (page: Page) => page.locator('[data-line][aria-current]')
const resume = (page: Page) => page.getByRole('button', { name: 'Resume auto-scroll' })

async function openLongTalk(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Link' }).fill(`https://youtu.be/${LONG_TALK}`)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/transcripts/*')
  await expect(page.locator('[data-line]').first()).toBeVisible()
}

/** Plays the talk from its third sentence on. */
async function play(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Play from YouTube/ }).click()
  await expect(page.frameLocator('iframe').locator('body')).toHaveAttribute('data-state', '1')
  await page.locator('[data-line="2"]').click()
  await expect(spoken(page)).toHaveText('Sentence 2 of a long talk.')
}

/** Lets the player come to a sentence, as it does by itself. */
async function playOnTo(page: Page, sentence: number): Promise<void> {
  const player = page.frames().find((frame) => frame.url().includes(LONG_TALK))
  await player?.evaluate(`seconds = ${sentence * 4 + 1}; tell()`)
  await expect(spoken(page)).toHaveText(`Sentence ${sentence} of a long talk.`)
}

const HANDS: Record<string, (page: Page) => Promise<void>> = {
  'the wheel': async (page) => {
    await page.locator('[data-line="2"]').hover()
    await page.mouse.wheel(0, 3_000)
  },
  'the keyboard': (page) => page.keyboard.press('End'),
}

async function scrollAwayAndComeBack(page: Page, scroll: (page: Page) => Promise<void>): Promise<void> {
  await expect(resume(page)).toBeHidden()
  await scroll(page)
  await expect(resume(page)).toBeVisible()
  await playOnTo(page, 8)
  await expect(spoken(page)).not.toBeInViewport()
  await expect(resume(page)).toBeVisible()
  await resume(page).click()
  await expect(spoken(page)).toBeInViewport()
  await expect(resume(page)).toBeHidden()
  await playOnTo(page, 120)
  await expect(spoken(page)).toBeInViewport()
  await expect(resume(page)).toBeHidden()
}

for (const [hand, scroll] of Object.entries(HANDS)) {
  test(`scrolling by ${hand} during playback stops following, until the user resumes it`, async ({ page }) => {
    await standInForPlayers(page)
    await openLongTalk(page)
    await play(page)
    await scrollAwayAndComeBack(page, scroll)
  })
}

test('and so on a public page', async ({ page, browser }) => {
  await openLongTalk(page)
  const path = await publishHere(page)
  const reader = await (await browser.newContext()).newPage()
  await standInForPlayers(reader)
  for (const [hand, scroll] of Object.entries(HANDS)) {
    await test.step(hand, async () => {
      await reader.goto(path)
      await play(reader)
      await scrollAwayAndComeBack(reader, scroll)
    })
  }
  await page.reload()
  await expect(page.getByRole('button', { name: 'Published' })).toBeVisible()
  await reader.context().close()
})
