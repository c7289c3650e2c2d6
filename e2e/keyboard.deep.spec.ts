import { expect, type Page, test } from '@playwright/test'
import { openCaptionedClip } from './send-file'

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
  })

async function tabTo(page: Page, name: string, key = 'Tab'): Promise<string[]> {
  const way: string[] = []
  while (way.at(-1) !== name && way.length < 40) {
    await page.keyboard.press(key)
    way.push(await focused(page))
  }
  expect(way.at(-1)).toBe(name)
  return way
}

const PLACES = ['New', 'Transcripts', 'Imports', 'Developers', 'Settings']

test('home: everything is reached by keyboard, in the order of the page', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('textbox', { name: 'Link' })).toBeFocused()
  expect(await tabTo(page, 'Skip to content', 'Shift+Tab')).toEqual(
    ['Skip to content', 'Verbatim', 'Search', 'Account: you@localhost', ...PLACES].reverse(),
  )
  const way = await tabTo(page, 'Existing captions')
  expect(way).toEqual([
    'Verbatim',
    'Search',
    'Account: you@localhost',
    ...PLACES,
    'Link',
    'Transcribe',
    'Choose files',
    'Options',
    'Speech-to-text',
    'Two speakers',
    'Old recording',
    'Existing captions',
  ])
  await page.keyboard.press('Enter')
  await page.waitForURL('**/transcripts/*')
})

test('transcript: menus open, move and close by keyboard, and a time plays', async ({ page }) => {
  await openCaptionedClip(page)
  await page.getByRole('button', { name: 'Copy' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Text', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Text with timestamps' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Copy' })).toBeFocused()
  await page.locator('a[data-seconds]').first().focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-line]').first()).toHaveAttribute('aria-current', 'true')
})

test('the field takes a link wherever on the page it is pasted', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => navigator.clipboard.writeText('https://example.com/talk.mp3'))
  await page.keyboard.press('Control+v')
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue('https://example.com/talk.mp3')
  await expect(page.getByText('Audio link', { exact: true })).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Link' })
  await field.fill('')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(field).not.toBeFocused()
  await page.keyboard.press('Control+v')
  await expect(field).toHaveValue('https://example.com/talk.mp3')
})
