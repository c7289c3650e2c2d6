import { expect, test } from '@playwright/test'
import { expectNoBarriers } from './page-checks'

test('a key is created with permissions and a day on which it expires, used, and deleted by keyboard alone', async ({
  page,
  request,
}) => {
  await page.goto('/developers')
  const form = page.getByRole('form', { name: 'Create a key' })
  await form.getByLabel('Name').focus()
  await page.keyboard.type('Backup server')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(form.getByLabel('Limited access')).toBeChecked()
  await expect(form.getByLabel('Read your transcripts')).toBeChecked()
  await form.getByLabel('Expires').selectOption({ label: 'In 30 days' })
  await form.getByRole('button', { name: 'Create key' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your new key “Backup server”' })).toBeFocused()
  const key = await page.getByRole('figure', { name: 'The new API key' }).locator('code').textContent()
  expect(key ?? '').toMatch(/^vbt_[0-9A-Za-z]{38}$/)
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'I’ve saved it' }).press('Enter')

  const headers = { authorization: `Bearer ${key}` }
  expect((await request.get('/v1/me/transcriptions', { headers })).status()).toBe(200)
  expect((await request.get('/v1/me/api-keys', { headers })).status()).toBe(403)

  await page.reload()
  await expect(page.getByText(key ?? '')).toHaveCount(0)
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Backup server' }) })
  await expect(row).toContainText('Read your transcripts')
  await expect(row).toContainText(/Expires\s*[A-Z][a-z]{2} \d/)
  await expect(page.getByRole('row').filter({ hasText: 'Backup server' })).toContainText(/2\s*1$/)
  await row.getByRole('button', { name: 'Revoke key Backup server' }).press('Enter')
  await expect(row.getByText('refused immediately')).toBeVisible()
  // The safe button has the focus first.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Named keys' })).toBeFocused()
  expect((await request.get('/v1/me/transcriptions', { headers })).status()).toBe(401)
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: 'Backup server (revoked)' })).toContainText(/3\s*2$/)
  await expectNoBarriers(page)
})
