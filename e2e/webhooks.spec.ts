import { expect, type Page, test } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { type LoopbackServer, listenOnLoopback } from '../lib/core/testing/listen-on-loopback'
import { silence } from '../test/silence'
import { expectNoBarriers } from './page-checks'

type Message = { body: string; headers: Record<string, string> }

let server: LoopbackServer
let status = 200
const messages: Message[] = []

test.beforeAll(async () => {
  server = await listenOnLoopback(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    messages.push({ body, headers })
    response.writeHead(status).end('noted')
  })
})
test.afterAll(() => server.stop())

async function add(page: Page, url: string): Promise<string> {
  await page.goto('/developers/webhooks')
  await page.getByLabel('Endpoint URL').fill(url)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `Signing secret of ${url}` })).toBeFocused()
  return page
    .getByRole('figure', { name: 'Signing secret' })
    .locator('code')
    .textContent()
    .then((secret) => secret ?? '')
}

test('an endpoint is added, tried, looked at and removed', async ({ page }) => {
  const url = `${server.url}/first`
  const secret = await add(page, url)
  expect(secret).toMatch(/^whsec_/)
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await page.reload()
  await expect(page.getByText(secret)).toHaveCount(0)
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: url }) })
  await row.getByRole('button', { name: 'Send test event' }).click()
  await expect(row.getByText('Delivered. Response: 200.')).toBeVisible()
  const got = messages.at(-1)
  expect(() => new Webhook(secret).verify(got?.body ?? '', got?.headers ?? {})).not.toThrow()
  await row.getByText('webhook.test', { exact: true }).click()
  await expect(row.getByRole('figure', { name: 'Start of the response' })).toContainText('noted')
  await expectNoBarriers(page)
  await row.getByRole('button', { name: 'Resend event' }).click()
  await expect
    .poll(() => messages.filter(({ headers }) => headers['webhook-id'] === got?.headers['webhook-id']).length)
    .toBe(2)
  await row.getByRole('button', { name: `Delete ${url}` }).click()
  await row.getByRole('button', { name: 'Delete endpoint' }).click()
  await expect(page.getByRole('heading', { name: url })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Endpoints' })).toBeFocused()
})

test('an endpoint that is gone says why it is off, and is switched on again', { tag: '@deep' }, async ({
  page,
  request,
}) => {
  const url = `${server.url}/gone`
  await add(page, url)
  status = 410
  const begun = await request.post('/v1/uploads/sign', {
    headers: { origin: new URL(page.url()).origin },
    data: { filename: 'a.wav', content_type: 'audio/wav' },
  })
  const { upload_url, object_path } = (await begun.json()) as { upload_url: string; object_path: string }
  await request.put(upload_url, { data: Buffer.from(silence(1)) })
  await request.post('/v1/transcript', {
    headers: { origin: new URL(page.url()).origin },
    data: { upload: object_path },
  })
  await expect
    .poll(
      async () => {
        await page.goto('/developers/webhooks')
        return page.getByText('Disabled. It responded with 410 Gone').count()
      },
      { timeout: 60_000 },
    )
    .toBe(1)
  await expectNoBarriers(page)
  status = 200
  await page.getByRole('button', { name: 'Enable endpoint' }).click()
  await expect(page.getByText('Disabled. It responded with 410 Gone')).toHaveCount(0)
})

test('an address that is none is refused beside the field', async ({ page }) => {
  await page.goto('/developers/webhooks')
  await page.getByLabel('Endpoint URL').fill('ftp://127.0.0.1/')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(page.getByText('Only http and https addresses can be told.')).toBeVisible()
})

test.describe('on a phone in the dark', () => {
  test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark', reducedMotion: 'reduce' })

  test('no page scrolls sideways or has an accessibility violation', { tag: '@deep' }, async ({ page }) => {
    await add(page, `${server.url}/${'long-'.repeat(30)}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await expectNoBarriers(page)
  })
})
