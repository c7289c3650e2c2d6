import { expect, test } from '@playwright/test'
import { expectNoBarriers } from './page-checks'
import { pressUntilFocused } from './press-until'

test('the page of API keys leads to the documentation, and its pages to each other', async ({ page }) => {
  await page.goto('/developers')
  await page.getByRole('main').getByRole('link', { name: 'Documentation' }).click()
  await page.getByRole('article').getByRole('link', { name: 'Getting started' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Getting started' })).toBeVisible()
  await page.locator('a[rel=next]').click()
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

test('an example is copied unchanged', async ({ page }) => {
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

test('the section that an error links to is in sight, with its cause, its fix and an example', async ({ page }) => {
  await page.goto('/docs/errors#source_private')
  const entry = page.locator('#source_private')
  await expect(entry).toBeInViewport()
  for (const part of ['HTTP status: 403', 'Cause:', 'Fix:', '"code": "source_private"']) {
    await expect(entry).toContainText(part)
  }
})

test('an API resource and the sandbox have separate pages', async ({ page }) => {
  await page.goto('/docs/api/transcripts#createTranscript')
  const operation = page.locator('#createTranscript')
  await expect(operation.getByRole('heading', { level: 3 })).toHaveText('POST /v1/transcript')
  await expect(operation.getByRole('heading', { level: 3 })).toBeInViewport()
  await expect(page.getByText('/v1/sandbox/')).toHaveCount(0)
  await expectNoBarriers(page)
  await page.goto('/docs/api/sandbox')
  await expect(page.getByRole('heading', { level: 3 }).first()).toContainText('/v1/sandbox/')
})

test('links to the reference from when it was one page lead to where its parts are now', async ({ page }) => {
  await page.goto('/docs/api#createTranscript')
  await page.waitForURL('**/docs/api/transcripts#createTranscript')
  await expect(page.locator('#createTranscript')).toBeInViewport()
  await page.goto('/docs/api#schema-Transcript')
  await page.waitForURL('**/docs/api/schemas#schema-Transcript')
  expect((await page.goto('/docs/history'))?.url()).toMatch(/\/docs\/transcripts$/)
})

test('the search opens by its key, finds a section, and leads to it by the keyboard', async ({ page }) => {
  await page.goto('/docs/getting-started')
  const dialog = page.getByRole('dialog', { name: 'Search results' })
  const field = dialog.getByRole('searchbox', { name: 'Search docs' })
  await pressUntilFocused(page, '/', field)
  await expectNoBarriers(page)
  await field.fill('resumable upload')
  await expect(dialog.getByRole('status')).toHaveText(/^\d+ results?$/)
  await expectNoBarriers(page)
  const hit = dialog.getByRole('link', { name: /^Resumable uploads/ })
  await expect(hit).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('link').first()).toBeFocused()
  await hit.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/uploads#resumable-uploads')
  await expect(page.getByRole('heading', { name: 'Resumable uploads' })).toBeInViewport()
})

test('the search finds errors and operations, says when there is nothing, and Escape closes it', async ({ page }) => {
  await page.goto('/docs')
  const button = page.getByRole('button', { name: 'Search docs' }).and(page.locator(':visible'))
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Search results' })
  const field = dialog.getByRole('searchbox', { name: 'Search docs' })
  await field.fill('allowance_exceeded')
  await expect(dialog.getByRole('link').first()).toHaveAttribute('href', '/docs/errors#allowance_exceeded')
  await field.fill('GET /v1/jobs')
  await expect(dialog.getByRole('link', { name: /^GET \/v1\/jobs\/\{job_id\} / }).first()).toBeVisible()
  await field.fill('zebra')
  await expect(dialog.getByRole('status')).toHaveText('No results')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
})

test('the list of sections marks the one that is read', async ({ page }) => {
  await page.goto('/docs/jobs')
  const list = page.getByRole('navigation', { name: 'Documentation' }).getByRole('list', { name: 'On this page' })
  const current = list.and(page.locator(':visible')).locator('[aria-current=location]')
  await page.locator('#polling').evaluate((section) => section.scrollIntoView())
  await expect(current).toHaveText('Polling')
  await page.locator('#events').evaluate((section) => section.scrollIntoView())
  await expect(current).toHaveText('Events')
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(current).toHaveText('Guarantees')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`code is coloured by the server, with enough contrast in ${colorScheme}, and its lines are never broken`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/docs/getting-started')
    const code = page.locator('pre:visible').filter({ hasText: 'curl' }).first()
    await expect(code.locator('.hljs-string').first()).toBeVisible()
    const colours = await code.evaluate((element) => [
      getComputedStyle(element).color,
      getComputedStyle(element.querySelector('.hljs-string') ?? element).color,
    ])
    expect(new Set(colours).size).toBe(2)
    await expectNoBarriers(page)
    await page.setViewportSize({ width: 390, height: 844 })
    const lines = await code.evaluate((element) => {
      const height = Number.parseFloat(getComputedStyle(element).lineHeight)
      return [
        Math.round((element.querySelector('code')?.getBoundingClientRect().height ?? 0) / height),
        element.textContent?.split('\n').length,
      ]
    })
    expect(lines[0]).toBe(lines[1])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
}

test('the changelog lists features by version and day', async ({ page }) => {
  await page.goto('/docs/changelog')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(/^\d+\.\d+\.\d+, 22 November 2026$/)
})

test('a page that is not there says so, as a page and as Markdown', async ({ page, request }) => {
  expect((await page.goto('/docs/nothing'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
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
    await page
      .getByRole('navigation', { name: 'Documentation' })
      .getByRole('link', { name: 'Jobs', exact: true })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
    for (const address of ['/docs', '/docs/jobs', '/docs/api/transcripts', '/docs/api/account']) {
      await page.goto(address)
      const entries = page.getByRole('navigation', { name: 'Documentation' }).locator('a:visible:not([href*="#"])')
      expect([address, (await entries.count()) <= 20]).toEqual([address, true])
    }
  })

  test('on a phone the navigation is collapsed and opens', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/docs/errors')
    const link = page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Limits' })
    await expect(link.first()).toBeHidden()
    await page.getByText('Documentation: Errors').click()
    await link.first().click()
    await expect(page.getByRole('heading', { level: 1, name: /^Limits/ })).toBeVisible()
  })
})
