import { expect, type Page, test } from '@playwright/test'
import { expectNoBarriers, expectNoSidewaysScroll } from './page-checks'
import { publishHere } from './publish'
import { openFile } from './send-file'

const TURNS = [
  ['Ann', 'Did you hear that the library stays open at night now?'],
  ['Speaker two', 'I did. I was there last evening, and it was full of students.'],
  ['Ann', 'What were they all reading?'],
  ['Third', 'Most of them were writing.'],
] as const

const VTT = `WEBVTT\n\n${TURNS.map(([name, text], at) => `00:0${at}.000 --> 00:0${at + 1}.000\n<v ${name}>${text}\n`).join('\n')}`

const names = (page: Page) => page.locator('[data-text] .speaker')

async function keep(page: Page, name: string): Promise<void> {
  await openFile(page, { name: `${name}.vtt`, type: 'text/vtt', body: Buffer.from(VTT) })
  await expect(page.locator('[data-line]').first()).toBeVisible()
}

test('speakers are named once for the whole text, merged, and restored by Undo, by keyboard alone', async ({
  page,
}) => {
  await keep(page, 'Library talk')
  await expect(names(page)).toHaveText(['Ann', 'Speaker two', 'Ann', 'Third'])
  await expectNoBarriers(page)

  await names(page).nth(1).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Name speakers' })
  await dialog.getByLabel('Name of Speaker two').fill('Bernard')
  await dialog.getByLabel('Third is').selectOption('Merge into Ann')
  await expect(dialog.getByLabel('Name of Third')).toBeDisabled()
  await expectNoBarriers(page)
  await dialog.getByLabel('Name of Speaker two').press('Enter')
  await expect(page.getByText('Speakers saved')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(names(page)).toHaveText(['Ann', 'Bernard', 'Ann'])

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Speakers restored')).toBeVisible()
  await expect(names(page)).toHaveText(['Ann', 'Speaker two', 'Ann', 'Third'])
})

test('names are in files and on the public page', async ({ page }) => {
  await keep(page, 'Public talk')
  await names(page).first().click()
  const dialog = page.getByRole('dialog', { name: 'Name speakers' })
  await dialog.getByLabel('Name of Ann').fill('Anna <Ångström> & Co')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(names(page).first()).toHaveText('Anna <Ångström> & Co')
  const address = await publishHere(page)
  const text = await page.request.get(`${address}.txt`)
  expect(await text.text()).toContain('Anna <Ångström> & Co: Did you hear')
  await page.goto(address)
  await expect(names(page)).toHaveText(['Anna <Ångström> & Co', 'Speaker two', 'Anna <Ångström> & Co', 'Third'])
  await expect(page.getByRole('button', { name: 'Speaker two' })).toHaveCount(0)
  await expectNoBarriers(page)
})

test.describe('on a phone in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })

  test('names can be read and the dialog fits', async ({ page }) => {
    await keep(page, 'Small talk')
    await expectNoSidewaysScroll(page)
    await names(page).first().click()
    await expect(page.getByRole('dialog', { name: 'Name speakers' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectNoBarriers(page)
  })
})

test('the form asks for speakers', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByRole('checkbox', { name: 'Identify speakers' }).check()
  const requested = page.waitForRequest((request) => request.url().endsWith('/v1/transcript'))
  await page.getByRole('button', { name: 'Existing captions' }).click()
  expect((await requested).postDataJSON()).toMatchObject({ diarize: true })
  await page.waitForURL('**/transcripts/*')
})
