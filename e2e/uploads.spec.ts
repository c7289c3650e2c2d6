import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type APIRequestContext, expect, type Page, type Route, test } from '@playwright/test'
import { TUS } from '../test/tus-headers'

const FILE = path.resolve(import.meta.dirname, '../public/samples/captioned.mp4')
const BYTES = readFileSync(FILE)
const HALF = Math.floor(BYTES.length / 2)
const RESUMABLE = '**/v1/uploads/*/resumable*'

/** Cuts the connection whenever bytes of a file are sent. Returns the address they go to, and a function that restores it. */
async function cutConnection(page: Page): Promise<{ address: Promise<string>; restore: () => Promise<void> }> {
  let report: (address: string) => void = () => undefined
  const address = new Promise<string>((resolve) => {
    report = resolve
  })
  const cut = async (route: Route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    report(route.request().url())
    return route.abort('connectionfailed')
  }
  await page.route(RESUMABLE, cut)
  return { address, restore: () => page.unroute(RESUMABLE, cut) }
}

/** Where the bytes begin that are taken next: what was on its way when the connection was cut is not. */
function nextOffset(page: Page): Promise<string | undefined> {
  return page
    .waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
    .then((response) => response.request().headers()['upload-offset'])
}

/** Sends the first half of the file. The page itself asks meanwhile how far it is, and one connection at a time may see to it. */
async function sendHalf(request: APIRequestContext, address: string): Promise<void> {
  const headers = { 'upload-offset': '0', ...TUS }
  const send = async () => {
    const answer = await request.patch(address, { headers, data: BYTES.subarray(0, HALF) })
    return answer.status() === 204 ? 204 : `${answer.status()} ${await answer.text()}`
  }
  await expect.poll(send).toBe(204)
}

const choose = (page: Page) => page.getByLabel('File', { exact: true }).setInputFiles(FILE)

test('an upload resumes automatically from its offset when the connection is back', async ({ page, request }) => {
  await page.goto('/')
  const { address, restore } = await cutConnection(page)
  await choose(page)
  await expect(page.getByText('You’re offline. The upload resumes when you’re back online.')).toBeVisible()
  await sendHalf(request, await address)
  const offset = nextOffset(page)
  await restore()
  expect(await offset).toBe(String(HALF))
  await page.waitForURL('**/transcripts/*')
  await expect(page.locator('[data-line]').first()).toBeVisible()
})

test('after a reload the same file is chosen again, and only the rest of it is sent', { tag: '@deep' }, async ({
  page,
  request,
}) => {
  await page.goto('/')
  const { address, restore } = await cutConnection(page)
  await choose(page)
  await sendHalf(request, await address)
  await page.reload()
  const notice = page.getByRole('region', { name: 'Unfinished upload' })
  await expect(notice).toContainText('captioned.mp4 didn’t finish uploading.')
  await restore()
  const offset = nextOffset(page)
  const picking = page.waitForEvent('filechooser')
  await notice.getByRole('button', { name: 'Select file' }).click()
  await (await picking).setFiles(FILE)
  expect(await offset).toBe(String(HALF))
  await page.waitForURL('**/transcripts/*')
  await page.goto('/')
  await expect(notice).toHaveCount(0)
})

test('an unfinished upload can be discarded', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/')
  const { address } = await cutConnection(page)
  await choose(page)
  await address
  await page.reload()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Transcribe' })).toBeEnabled()
  await expect(page.getByRole('region', { name: 'Unfinished upload' })).toHaveCount(0)
})

test('an empty file is refused with an explanation', async ({ page }) => {
  await page.goto('/')
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'empty.mp3', mimeType: 'audio/mpeg', buffer: Buffer.alloc(0) })
  await expect(page.getByText('This file is empty. Check it, then send it again.')).toBeVisible()
})
