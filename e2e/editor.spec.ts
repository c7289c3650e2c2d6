import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectNoBarriers, expectNoSidewaysScroll } from './page-checks'
import { captions } from './publish'
import { openFile } from './send-file'

const LINES = ['Good morning everybody.', 'Today we talk about marmits.', 'All marmits live in the hills.']
const VTT = `WEBVTT\n\n${LINES.map((text, at) => `00:0${2 * at}.000 --> 00:0${2 * at + 2}.000\n${text}\n`).join('\n')}`

const field = (page: Page, at: number): Locator => page.getByRole('textbox', { name: /^Segment at/ }).nth(at)
const fields = (page: Page) => page.getByRole('textbox', { name: /^Segment at/ })
const saved = (page: Page) => expect(page.getByText('All changes saved')).toBeVisible()

async function edit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(fields(page).first()).toBeVisible()
}

/** A caption file of one's own, opened in the editor. Returns the address of its page. */
async function editNew(page: Page, name: string): Promise<string> {
  await openFile(page, captions(`${name}.vtt`, VTT))
  await expect(page.locator('[data-line]').first()).toBeVisible()
  await edit(page)
  return page.url()
}

/** A film with captions in a language, opened in the editor beside its player. Returns the address of its page. */
async function editFilm(page: Page, name: string, lang: string, text: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-e2e-'))
  const film = path.join(folder, 'film.mp4')
  await writeFile(path.join(folder, 'text.srt'), `1\n00:00:00,000 --> 00:00:09,000\n${text}\n`)
  const inputs = ['-i', 'public/samples/captioned.mp4', '-i', path.join(folder, 'text.srt')]
  const streams = ['-map', '0:v', '-map', '0:a', '-map', '1', '-c', 'copy', '-c:s', 'mov_text']
  execFileSync('ffmpeg', ['-v', 'error', ...inputs, ...streams, '-metadata:s:s:0', `language=${lang}`, film])
  await openFile(page, { name: `${name}.mp4`, type: 'video/mp4', body: await readFile(film) })
  await rm(folder, { recursive: true })
  await expect.poll(() => positionOf(page)).toEqual({ paused: true, currentTime: 0 })
  await edit(page)
  return page.url()
}

const positionOf = (page: Page) =>
  page.locator('video').evaluate(({ paused, currentTime }: HTMLVideoElement) => ({ paused, currentTime }))

const textOf = async (page: Page, address: string) => (await page.request.get(`${address}/download/text`)).text()

test('a text is corrected in place by keyboard alone, saves itself, and is on the page afterwards', async ({
  page,
}) => {
  const address = await editNew(page, 'Keys')
  await expectNoBarriers(page)
  await field(page, 0).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  for (let at = 0; at < 'its.'.length; at++) await page.keyboard.press('Backspace')
  await page.keyboard.type('ots.')
  await expect(field(page, 1)).toHaveText('Today we talk about marmots.')
  await saved(page)
  await expect.poll(() => textOf(page, address)).toContain('about marmots.')

  await page.keyboard.press('Home')
  for (let at = 0; at < 'Today'.length; at++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(fields(page)).toHaveText(['Good morning everybody.', 'Today', 'we talk about marmots.', LINES[2] ?? ''])
  await expect(field(page, 2)).toBeFocused()
  await saved(page)
  await page.keyboard.press('Backspace')
  await expect(fields(page)).toHaveCount(3)
  await expect(field(page, 1)).toBeFocused()
  await page.keyboard.type('!')
  await expect(field(page, 1)).toHaveText('Today !we talk about marmots.')
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-line]')).toHaveText([
    'Good morning everybody.',
    'Today !we talk about marmots.',
    LINES[2] ?? '',
  ])
})

const FILMS: Record<string, { lang: string; text: string; word: string; typed: string; edited: string }> = {
  English: {
    lang: 'eng',
    text: 'Well, that sounds fine.',
    word: 'Well, th',
    typed: ' k j m c / ? < > ',
    edited: 'Well, th k j m c / ? < > at sounds fine.',
  },
  'right to left': {
    lang: 'ara',
    text: 'كان النهر واسعا',
    word: 'كان الن',
    typed: ' و ق ',
    edited: 'كان الن و ق هر واسعا',
  },
}

for (const [name, { lang, text, word, typed, edited }] of Object.entries(FILMS)) {
  test(`every key typed into a text is stored, and none moves the player: ${name}`, { tag: '@deep' }, async ({
    page,
  }) => {
    const address = await editFilm(page, `Typed ${name}`, lang, text)
    await field(page, 0).focus()
    await page.keyboard.press('Home')
    const isLeftward = await field(page, 0).evaluate((element) => getComputedStyle(element).direction === 'rtl')
    expect(isLeftward).toBe(lang === 'ara')
    for (const _ of word) await page.keyboard.press(isLeftward ? 'ArrowLeft' : 'ArrowRight')
    await page.keyboard.type(typed)
    await expect(field(page, 0)).toHaveText(edited)
    await expect.poll(() => textOf(page, address)).toContain(edited)
    expect(await positionOf(page)).toEqual({ paused: true, currentTime: 0 })
  })
}

test('text that an input method composes in the middle of a text is stored, and the player is not affected', {
  tag: '@deep',
}, async ({ page }) => {
  const address = await editFilm(page, 'Composed', 'eng', 'Well, that sounds fine.')
  const session = await page.context().newCDPSession(page)
  await field(page, 0).focus()
  await page.keyboard.press('Home')
  for (const _ of 'Well,') await page.keyboard.press('ArrowRight')
  const pressInMethod = async (key: string, code: string) => {
    const pressed = { key, code, windowsVirtualKeyCode: 229 }
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...pressed })
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed })
  }
  for (const composed of ['に', 'にほ', 'にほん']) {
    await pressInMethod('Process', 'KeyN')
    const end = composed.length
    await session.send('Input.imeSetComposition', { text: composed, selectionStart: end, selectionEnd: end })
  }
  for (const key of ['ArrowLeft', ' ', 'Enter', 'Escape']) await pressInMethod(key, 'Space')
  await session.send('Input.insertText', { text: '日本 語' })
  await page.keyboard.type(' is it, ')
  const edited = 'Well,日本 語 is it, that sounds fine.'
  await expect(fields(page)).toHaveText([edited])
  await expect.poll(() => textOf(page, address)).toContain(edited)
  expect(await positionOf(page)).toEqual({ paused: true, currentTime: 0 })

  await page.getByRole('button', { name: 'Done' }).click()
  await page.locator('h1').click()
  await page.keyboard.press(' ')
  await expect.poll(async () => (await positionOf(page)).paused).toBe(false)
})

test('a word is replaced everywhere', async ({ page }) => {
  const address = await editNew(page, 'Replacing')
  await page.getByRole('textbox', { name: 'Find' }).fill('marmits')
  await page.getByRole('textbox', { name: 'Replace with' }).fill('marmots')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 replaced')).toBeVisible()
  await expect(field(page, 2)).toHaveText('All marmots live in the hills.')
  expect(await textOf(page, address)).not.toContain('marmits')
})

test(
  'a spelling that is remembered is offered for the next transcript, and removed in the settings',
  { tag: '@deep' },
  async ({ page }, { retry }) => {
    const [wrong, right] = [`marmits${retry}`, `marmots${retry}`]
    const vtt = VTT.replaceAll('marmits', wrong)
    const open = async (name: string) => {
      await openFile(page, captions(`${name}.vtt`, vtt))
      await edit(page)
    }
    await open('Remembering')
    await page.getByRole('textbox', { name: 'Find' }).fill(wrong)
    await page.getByRole('textbox', { name: 'Replace with' }).fill(right)
    await page.getByRole('checkbox', { name: 'Add to vocabulary' }).check()
    await page.getByRole('button', { name: 'Replace all' }).click()
    await expect(page.getByText('2 replaced')).toBeVisible()

    await open('Remembered')
    const offers = page.getByRole('region', { name: 'Spelled differently in your vocabulary' })
    await expect(offers.getByText(`${wrong} → ${right}, 2 times`)).toBeVisible()
    await expectNoBarriers(page)
    await offers.getByRole('button', { name: `Correct ${wrong} to ${right}` }).press('Enter')
    await expect(field(page, 2)).toHaveText(`All ${right} live in the hills.`)
    await expect(offers).toBeHidden()

    await page.goto('/settings')
    const spellings = page.getByRole('list', { name: 'Vocabulary' })
    await expect(spellings.getByText(`${right} replaces ${wrong}`)).toBeVisible()
    await expectNoBarriers(page)
    await page.getByRole('textbox', { name: 'Spelling', exact: true }).fill(`Verbatim ${retry}`)
    await page.keyboard.press('Enter')
    await expect(spellings.getByText(`Verbatim ${retry}`)).toBeVisible()
    for (const name of [right, `Verbatim ${retry}`]) {
      await page.getByRole('button', { name: `Remove ${name}` }).click()
      await expect(spellings.getByText(name)).toHaveCount(0)
    }
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Vocabulary' })).toBeVisible()
    for (const name of [right, `Verbatim ${retry}`]) await expect(spellings.getByText(name)).toHaveCount(0)
  },
)

test('the history has each edit with both texts, and the original can be restored', { tag: '@deep' }, async ({
  page,
}) => {
  const address = await editNew(page, 'History')
  await field(page, 1).fill('Today we talk about marmots.')
  await saved(page)
  await expect.poll(() => textOf(page, address)).toContain('marmots')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Versions' })
  await expect(dialog.getByRole('deletion')).toHaveText('Today we talk about marmits.')
  await expect(dialog.getByRole('insertion')).toHaveText('Today we talk about marmots.')
  await expectNoBarriers(page)
  await dialog.getByRole('button', { name: 'Restore original' }).click()
  await expect(page.getByText('Text restored')).toBeVisible()
  await expect(page.locator('[data-line]').nth(1)).toHaveText('Today we talk about marmits.')
  expect(await textOf(page, address)).toContain('marmits')
})

test('two windows that edit one text lose no change silently', { tag: '@deep' }, async ({ page, context }) => {
  const address = await editNew(page, 'Two windows')
  const other = await context.newPage()
  await other.goto(address)
  await edit(other)
  await field(other, 1).fill('Today they talk about mermaids.')
  await saved(other)
  await expect.poll(() => textOf(page, address)).toContain('mermaids')

  await field(page, 1).fill('Today we talk about marmots.')
  const panel = page.getByRole('alert').filter({ hasText: 'changed in another window' })
  await expect(panel).toContainText('Today we talk about marmots.')
  await expect(panel).toContainText('Today they talk about mermaids.')
  await expectNoBarriers(page)
  await panel.getByRole('button', { name: 'Keep your edits' }).click()
  await saved(page)
  await expect.poll(() => textOf(page, address)).toContain('marmots')

  await field(other, 0).fill('Good evening.')
  await other.getByRole('button', { name: 'Use the saved text' }).click()
  await expect(fields(other)).toHaveText(['Good morning everybody.', 'Today we talk about marmots.', LINES[2] ?? ''])
  await saved(other)
  await other.close()
})

test('an edit is not lost while the server is away', { tag: '@deep' }, async ({ page }) => {
  const address = await editNew(page, 'Away')
  await page.route('**/segments', (route) => route.abort())
  await field(page, 0).fill('Good night.')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await page.unroute('**/segments')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.locator('[data-line]').first()).toHaveText('Good night.')
  expect(await textOf(page, address)).toContain('Good night.')
})

test.describe('on a phone in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })

  test('the editor fits', { tag: '@deep' }, async ({ page }) => {
    await editNew(page, 'Small')
    await expectNoSidewaysScroll(page)
    await expectNoBarriers(page)
  })
})
