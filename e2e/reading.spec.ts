import { expect, type Page, test } from '@playwright/test'
import { standInForPlayers } from './frame-players'
import { expectNoBarriers, expectNoSidewaysScroll } from './page-checks'
import { TIMED_WORDS } from './platforms'
import { publish, publishHere, tenHours } from './publish'
import { openCaptionedClip, openFile } from './send-file'

const line = (page: Page, index: number) => page.locator(`[data-line="${index}"]`)
const marginTime = (page: Page) => page.locator('#passage-time')
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** The start of a line in seconds, as the transcript's document has it. */
async function startOf(page: Page, index: number): Promise<number> {
  const response = await page.request.get(`${page.url().split('?')[0]}/download/json`)
  const { segments } = (await response.json()) as { segments: { start: number }[] }
  return segments[index]?.start ?? Number.NaN
}

const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`

/** The lines that are highlighted as a quote. */
const highlighted = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('quote') ?? [])].map((range) => range.toString()))

/** Selects from one line to another, as a person drags over them. */
async function select(page: Page, from: number, to: number): Promise<void> {
  await page.evaluate(
    ([first, last]) => {
      const [start, end] = [first, last].map((index) => document.querySelector(`[data-line="${index}"]`)?.firstChild)
      if (!start || !end) throw new Error('no such line')
      document.getSelection()?.setBaseAndExtent(start, 0, end, end.textContent?.length ?? 0)
    },
    [from, to],
  )
}

test('the time of a passage is beside it under the pointer and with the focus', { tag: '@deep' }, async ({ page }) => {
  await openCaptionedClip(page)
  await line(page, 2).hover()
  await expect(marginTime(page)).toHaveText(clockOf(await startOf(page, 2)))
  await page.locator('h1').hover()
  await expect(marginTime(page)).toBeHidden()
  await page.keyboard.press('n')
  await expect(line(page, 0)).toBeFocused()
  await page.keyboard.press('n')
  await expect(line(page, 1)).toBeFocused()
  await expect(marginTime(page)).toHaveText(clockOf(await startOf(page, 1)))
  await expectNoBarriers(page)
  await page.keyboard.press('Enter')
  await expect(line(page, 1)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('p')
  await expect(line(page, 0)).toBeFocused()
})

test('each segment has a separate line beside its time, on this page and the next', { tag: '@deep' }, async ({
  page,
}) => {
  await openCaptionedClip(page)
  const address = page.url()
  await page.getByRole('button', { name: 'Segments' }).click()
  const clock = clockOf(await startOf(page, 1))
  const tops = () =>
    page.locator('[data-line]').evaluateAll((lines) => lines.map((one) => one.getBoundingClientRect().top))
  const shown = () => line(page, 1).evaluate((one) => getComputedStyle(one, '::before').content)
  expect(await shown()).toBe(`"${clock}"`)
  const positions = await tops()
  expect(new Set(positions).size).toBe(positions.length)
  await expectNoBarriers(page)
  await page.goto(address)
  await expect(page.locator('[data-text]')).toHaveAttribute('data-view', 'segments')
  await expect.poll(shown).toBe(`"${clock}"`)
  await expect(page.getByRole('button', { name: 'Segments' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Paragraphs' }).click()
  await expect(page.locator('[data-text]')).toHaveAttribute('data-view', 'paragraphs')
})

/** Plays the video with word times, and expects its words to be highlighted as they are spoken. */
async function expectSpokenWords(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Play from YouTube/ }).click()
  await expect(page.frameLocator('iframe').locator('body')).toHaveAttribute('data-state', '1')
  const highlighted = () =>
    page.evaluate(() => {
      const [range] = CSS.highlights.get('spoken-word') ?? []
      return range?.startContainer.textContent?.slice(range.startOffset, range.endOffset)
    })
  const player = page.frames().find((frame) => frame.url().includes(TIMED_WORDS))
  await player?.evaluate('seconds = 4.1; tell()')
  await expect.poll(highlighted).toBe('Sentence')
  await player?.evaluate('seconds = 9.7; tell()')
  await expect.poll(highlighted).toBe('six')
}

test('the spoken word is highlighted where the source has word times, here and on the public page', {
  tag: '@deep',
}, async ({ page, browser }) => {
  await standInForPlayers(page)
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Link' }).fill(`https://youtu.be/${TIMED_WORDS}`)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/transcripts/*')
  await expect(line(page, 2)).toHaveText('Sentence 2 has six timed words.')
  const path = await publishHere(page)
  await page.keyboard.press('Escape')
  await expectSpokenWords(page)
  const reader = await (await browser.newContext()).newPage()
  await standInForPlayers(reader)
  await reader.goto(path)
  await expectSpokenWords(reader)
  await reader.context().close()
})

test('a link and a quote carry the time', async ({ page }) => {
  await openCaptionedClip(page)
  await line(page, 2).click()
  await expect(line(page, 2)).toHaveAttribute('aria-current', 'true')
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('menuitem', { name: 'Copy link at this time' }).click()
  await expect(page.getByText(/^Link at 0:\d\d copied$/)).toBeVisible()
  const link = await clipboard(page)
  expect(link).toMatch(/\/transcripts\/[\w-]+\?t=\d+$/)

  await select(page, 1, 2)
  await page.getByRole('button', { name: 'Copy quote' }).click()
  await expect(page.getByText('Quote copied with its time and link')).toBeVisible()
  const [words, source, quoted] = (await clipboard(page)).split('\n')
  expect(words).toBe(`“${await line(page, 1).textContent()} ${await line(page, 2).textContent()}”`)
  expect(source).toContain(clockOf(await startOf(page, 1)))
  const [address, from, until] = /^(.*)\?t=([\d.]+)-([\d.]+)$/.exec(quoted ?? '')?.slice(1) ?? []
  expect(address).toBe(link.replace(/\?t=\d+$/, ''))
  expect(Math.abs(Number(from) - (await startOf(page, 1)))).toBeLessThan(0.11)
  expect(Number(until)).toBeGreaterThan(await startOf(page, 2))
  const marked = [await line(page, 1).textContent(), await line(page, 2).textContent()]
  await page.goto(quoted ?? '')
  await expect(page.locator('[data-line][aria-current]')).toHaveCount(1)
  await expect.poll(() => highlighted(page)).toEqual(marked)
})

test('a public page has times, segments, links and quotes too, and by keyboard alone', { tag: '@deep' }, async ({
  page,
  browser,
}) => {
  await openCaptionedClip(page)
  const path = await publishHere(page)
  const reader = await (await browser.newContext()).newPage()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await reader.route('**/scripts/reading-aids-*.js', async (route) => {
    await held
    await route.continue()
  })
  const asked = reader.waitForRequest('**/scripts/reading-aids-*.js')
  await reader.goto(path)
  await reader.mouse.move(20, 20)
  await asked
  // A key that is pressed while the script is on its way counts when it is there.
  await reader.keyboard.press('n')
  release()
  await expect(line(reader, 0)).toBeFocused()
  await expect(marginTime(reader)).toBeVisible()
  await reader.keyboard.press('c')
  await expect(reader.getByText(/^Link at 0:\d\d copied$/)).toBeVisible()
  expect(await clipboard(reader)).toMatch(new RegExp(`${path}\\?t=\\d+$`))
  await select(reader, 1, 1)
  const selected = await line(reader, 1).textContent()
  await reader.keyboard.press('q')
  await expect(reader.getByText('Quote copied with its time and link')).toBeVisible()
  expect(await clipboard(reader)).toContain(`“${selected}”`)
  const quoted = (await clipboard(reader)).split('\n').at(-1) ?? ''
  expect(quoted).toMatch(new RegExp(`${path}\\?t=[\\d.]+-[\\d.]+$`))
  const other = await reader.context().newPage()
  await other.goto(quoted)
  await expect.poll(() => highlighted(other)).toEqual([selected])
  await other.close()
  await reader.getByRole('button', { name: 'Segments' }).focus()
  await reader.keyboard.press('Enter')
  await expect(reader.locator('[data-text]')).toHaveAttribute('data-view', 'segments')
  await expectNoBarriers(reader)
  await reader.locator('summary').focus()
  await reader.keyboard.press('Enter')
  await expect(reader.getByRole('link', { name: 'Plain text' })).toBeVisible()
  await expectNoBarriers(reader)
  await reader.keyboard.press('Escape')
  await expect(reader.getByRole('link', { name: 'Plain text' })).toBeHidden()
  await reader.context().close()
})

test('on a public page of two hours the download is at the top, and stays in sight', { tag: '@deep' }, async ({
  page,
}) => {
  await page.goto(await publish(page, tenHours('Top.vtt', 2)))
  await expect(page.getByText('Download', { exact: true })).toBeInViewport()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2))
  await expect(page.getByText('Download', { exact: true })).toBeInViewport()
})

test('End reaches the end of five hours at the first press, G goes to a time; the last line is found in segments', {
  tag: '@deep',
}, async ({ page }) => {
  await openFile(page, tenHours('Five hours of segments.vtt', 5))
  await expect(line(page, 0)).toBeInViewport()
  await page.keyboard.press('End')
  await expect(line(page, 4_499)).toBeInViewport()
  await page.keyboard.press('g')
  const asked = page.getByRole('dialog', { name: 'Go to time' })
  await asked.getByLabel('Time').fill('later')
  await page.keyboard.press('Enter')
  await expect(asked.getByRole('alert')).toContainText('such as 1:02:03')
  await expectNoBarriers(page)
  await asked.getByLabel('Time').fill('2:30:00')
  await page.keyboard.press('Enter')
  await expect(asked).toHaveCount(0)
  await expect(line(page, 2_250)).toBeFocused()
  await expect(line(page, 2_250)).toBeInViewport()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /Search transcripts/ }).fill('go to time')
  await page.keyboard.press('Enter')
  await asked.getByLabel('Time').fill('0:00')
  await page.keyboard.press('Enter')
  await expect(line(page, 0)).toBeFocused()
  await page.getByRole('button', { name: 'Segments' }).click()
  await page.getByRole('textbox', { name: 'Search this transcript' }).fill('number 4499')
  await expect(line(page, 4_499)).toBeInViewport()
  expect(await line(page, 4_499).evaluate((one) => getComputedStyle(one, '::before').content)).toBe('"4:59:56"')
})

test('a blank in the search leaves the toolbar as it is, and on a phone everything has a name', {
  tag: '@deep',
}, async ({ page }) => {
  await openCaptionedClip(page)
  const copy = page.getByRole('button', { name: 'Copy' })
  const width = (await copy.boundingBox())?.width
  await page.getByRole('textbox', { name: 'Search this transcript' }).fill(' ')
  expect((await copy.boundingBox())?.width).toBe(width)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  await expect(copy).toBeHidden()
  await page.getByRole('button', { name: 'Actions' }).click()
  for (const name of ['Copy', 'Download', 'Publish', 'More']) {
    await expect(page.getByRole('toolbar').getByText(name, { exact: true })).toBeVisible()
  }
  await expectNoBarriers(page)
  await page.keyboard.press('Escape')
  await expect(copy).toBeHidden()
  await expect(page.getByRole('checkbox', { name: 'Auto-scroll' })).toBeChecked()
  await expectNoBarriers(page)
})
