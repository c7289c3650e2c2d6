import { expect, test } from '@playwright/test'

test('the header leads to the documentation, and its pages to each other', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Docs' }).click()
  await page.getByRole('article').getByRole('link', { name: 'Getting started' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Getting started' })).toBeVisible()
  await page.getByRole('link', { name: /^Next/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Connect an assistant' })).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Documentation' }).locator('[aria-current=page]:visible'),
  ).toHaveText('Connect an assistant')
})

test('a language that is chosen once goes for every example, also on the next page', async ({ page }) => {
  await page.goto('/docs/languages')
  await page.getByText('Python', { exact: true }).first().click()
  await expect(page.getByText('response = requests.post(').first()).toBeVisible()
  await expect(page.getByText('response = requests.get(')).toBeVisible()
  await page.goto('/docs/jobs')
  await expect(page.getByText('def wait_for_job(job_id):')).toBeVisible()
  await expect(page.getByText('async function waitForJob')).toBeHidden()
})

test('an example is copied as it stands', async ({ page }) => {
  await page.goto('/docs/self-hosting')
  await page.getByRole('button', { name: 'Copy: On another port' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm start -- --port 4000')
})

test('by the keyboard: the language of an example by its arrow keys, the copy by Enter', async ({ page }) => {
  await page.goto('/docs/languages')
  await page.getByRole('radio', { name: 'curl' }).first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'TypeScript' }).first()).toBeChecked()
  await page.getByRole('button', { name: 'Copy: TypeScript' }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('await fetch(')
})

test('what an error leads to is in sight, and so is an operation of the reference', async ({ page }) => {
  await page.goto('/docs/errors#source_private')
  await expect(page.locator('#source_private')).toBeInViewport()
  await page.goto('/docs/api#createTranscript')
  await expect(page.locator('#createTranscript')).toContainText('POST /v1/transcript')
  await expect(page.locator('#createTranscript').getByRole('heading', { level: 3 })).toBeInViewport()
})

test('a page that is not there says so, as a page and as Markdown', async ({ page, request }) => {
  expect((await page.goto('/docs/nothing'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible()
  expect((await request.get('/docs/nothing.md')).status()).toBe(404)
})

test('agents get plain Markdown, and are led to it', async ({ page, request, baseURL }) => {
  await page.goto('/docs/jobs')
  const plain = await page.locator('link[rel=alternate][type="text/markdown"]').getAttribute('href')
  expect(plain).toBe(`${baseURL}/docs/jobs.md`)
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${baseURL}/docs/jobs`)
  const answer = await request.get(plain ?? '')
  expect(answer.headers()['content-type']).toBe('text/markdown; charset=utf-8')
  expect(await answer.text()).toMatch(/^# Jobs\n/)
  expect(await (await request.get('/llms.txt')).text()).toContain(`${baseURL}/docs/jobs.md`)
})

test('printing a page prints its text without the navigation', async ({ page }) => {
  await page.goto('/docs/jobs')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Polling' })).toBeVisible()
  expect((await page.getByRole('article').boundingBox())?.width).toBeGreaterThan(600)
  await expect(page.getByRole('navigation', { name: 'Documentation' })).toBeHidden()
  await expect(page.getByRole('button', { name: /^Copy/ }).first()).toBeHidden()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('pages are whole, and the language of an example can be chosen', async ({ page }) => {
    await page.goto('/docs/languages')
    await expect(page.getByText('Machine translations are never used')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Copy/ }).first()).toBeHidden()
    await page.getByText('Python', { exact: true }).first().click()
    await expect(page.getByText('response = requests.post(').first()).toBeVisible()
    await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Jobs' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
  })

  test('on a phone the navigation is collapsed and opens', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/docs/errors')
    const link = page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Uploads' })
    await expect(link.first()).toBeHidden()
    await page.getByText('Documentation: Errors').click()
    await link.first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Uploads' })).toBeVisible()
  })
})
