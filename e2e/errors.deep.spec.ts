import { expect, test } from '@playwright/test'
import { dropFile } from './samples'

test('a text file under a false name is refused in one sentence, with one action and without a request id', async ({
  page,
}) => {
  await page.goto('/')
  await dropFile(page, { name: 'holiday.mp4', type: 'video/mp4', body: Buffer.from('This is no video.\n'.repeat(50)) })
  const card = page.getByRole('alert').filter({ hasText: 'This is a text without times' })
  await expect(card).toContainText('Upload the recording, or captions such as', { timeout: 60_000 })
  await expect(card.getByRole('button').or(card.getByRole('link'))).toHaveCount(1)
})

test('a link that is none is refused where it was typed', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Link' }).fill('http://127.0.0.1/secret.mp3')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'private network address' })).toBeVisible()
  await page.getByRole('button', { name: 'Change the link' }).click()
  await expect(page.getByRole('textbox', { name: 'Link' })).toBeFocused()
})

test('a missing page says so, with status 404', async ({ page }) => {
  for (const address of ['/nothing', '/transcripts/0199e3f1-2b7a-7c31-9d0e-5c1f0a9d2f11']) {
    const response = await page.goto(address)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
})

test('pages run only their own scripts and may not be framed', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  const response = await page.goto('/')
  const headers = response?.headers() ?? {}
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic';/)
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['x-powered-by']).toBeUndefined()
  // A script of the page names the platform.
  await page.getByRole('textbox', { name: /link/i }).fill('https://youtu.be/jNQXAC9IVRw')
  await expect(page.getByText('YouTube', { exact: true })).toBeVisible()
  expect(complaints).toEqual([])
})

test('every code of the table of errors has an anchor', async ({ page }) => {
  await page.goto('/docs/errors#no_audio')
  await expect(page.locator('#no_audio')).toBeInViewport()
  expect(await page.locator('section[id]').count()).toBeGreaterThan(40)
})
