import { createHash, randomBytes } from 'node:crypto'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { expectNoBarriers } from './page-checks'

/** Nothing listens there: the browser is answered here. */
const CALLBACK = 'https://app.example/callback'

async function register(request: APIRequestContext, name: string): Promise<string> {
  const data = { redirect_uris: [CALLBACK], client_name: name }
  const answer = await request.post('/oauth/register', { data })
  return ((await answer.json()) as { client_id: string }).client_id
}

function consentAddress(clientId: string, changes: Record<string, string> = {}): string {
  const verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const asked = { response_type: 'code', client_id: clientId, redirect_uri: CALLBACK, code_challenge, state: 'st&te' }
  return `/oauth/authorize?${new URLSearchParams({ ...asked, code_challenge_method: 'S256', ...changes })}`
}

async function answerCallbacks(page: Page): Promise<void> {
  await page.route(`${CALLBACK}**`, (route) => route.fulfill({ contentType: 'text/html', body: '<title>App</title>' }))
}

test('an app is allowed by the keyboard', async ({ page, request, baseURL }) => {
  const name = `Reader ${randomBytes(3).toString('hex')}`
  await answerCallbacks(page)
  await page.goto(consentAddress(await register(request, name)))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Connect ${name}?`)
  await expect(page.getByText(`${name} (unverified)`)).toBeVisible()
  await expect(page.getByText('app.example')).toBeVisible()
  await expect(page.getByRole('main').getByText('you@localhost')).toBeVisible()
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Deny' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${CALLBACK}**`)
  const back = new URL(page.url()).searchParams
  expect(Object.fromEntries(back)).toEqual({ code: expect.stringMatching(/^vbo_/), state: 'st&te', iss: baseURL })
})

test('a refusal is taken back to the app', { tag: '@deep' }, async ({ page, request }) => {
  await answerCallbacks(page)
  await page.goto(consentAddress(await register(request, 'Refused app')))
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.waitForURL(`${CALLBACK}**`)
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
})

test('an invalid authorization request returns to the app after a click, or immediately to an app that was allowed before', {
  tag: '@deep',
}, async ({ page, request }) => {
  await answerCallbacks(page)
  const clientId = await register(request, 'Odd app')
  const odd = consentAddress(clientId, { code_challenge_method: 'plain' })
  const errorOf = (address: string) => {
    const { origin, pathname, searchParams } = new URL(address)
    return [origin + pathname, searchParams.get('error')]
  }
  await page.goto(odd)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This app can’t be connected')
  expect(new URL(page.url()).pathname).toBe('/oauth/authorize')
  await expectNoBarriers(page)
  await page.getByRole('link', { name: 'Return to the app' }).click()
  await page.waitForURL(`${CALLBACK}**`)
  expect(errorOf(page.url())).toEqual([CALLBACK, 'invalid_request'])
  const wrongScope = consentAddress(clientId, { scope: 'billing' })
  expect((await page.request.get(wrongScope, { maxRedirects: 0 })).status()).toBe(200)
  const verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  await page.goto(consentAddress(clientId, { code_challenge }))
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${CALLBACK}?code=**`)
  const code = new URL(page.url()).searchParams.get('code') ?? ''
  const exchange = { grant_type: 'authorization_code', code, code_verifier: verifier }
  const form = { ...exchange, client_id: clientId, redirect_uri: CALLBACK }
  expect((await request.post('/oauth/token', { form })).status()).toBe(200)
  const again = await page.request.get(wrongScope, { maxRedirects: 0 })
  expect(again.status()).toBe(307)
  expect(errorOf(again.headers().location ?? '')).toEqual([CALLBACK, 'invalid_scope'])
})

test('an app that is not right goes nowhere', async ({ page, request }) => {
  const clientId = await register(request, 'Odd app')
  for (const wrong of [{ redirect_uri: 'https://evil.example/' }, { client_id: 'nobody' }]) {
    await page.goto(consentAddress(clientId, wrong))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This app can’t be connected')
    expect(new URL(page.url()).pathname).toBe('/oauth/authorize')
  }
  await expectNoBarriers(page)
})

test('a device is connected by the code it shows, listed, and disconnected', async ({ page, request }) => {
  const name = 'Verbatim CLI on macOS'
  const begun = await request.post('/v1/device/code', { headers: { 'user-agent': 'verbatim-cli/1.0 (macOS)' } })
  const { device_code, user_code } = (await begun.json()) as { device_code: string; user_code: string }
  const poll = async () => (await request.post('/v1/device/token', { data: { device_code } })).json()
  await page.goto('/device')
  await page.getByLabel('Code on the device').fill(user_code.toLowerCase().replace('-', ' '))
  await page.keyboard.press('Enter')
  await expect(page.getByText(user_code)).toBeVisible()
  await expect(page.getByText(name)).toBeVisible()
  await expectNoBarriers(page)
  expect(await poll()).toMatchObject({ status: 'pending' })
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('status')).toContainText('Return to it to continue')
  const token = (await poll()) as { access_token: string }
  const call = () => request.get('/v1/me/connections', { headers: { authorization: `Bearer ${token.access_token}` } })
  expect((await call()).status()).toBe(200)

  await page.goto('/developers/connections')
  await expectNoBarriers(page)
  await page.getByRole('button', { name: `Disconnect ${name}` }).click()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect(page.getByRole('heading', { name, exact: true })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Connected' })).toBeFocused()
  expect((await call()).status()).toBe(401)
})

test('a device that is denied at its link reports the denial', { tag: '@deep' }, async ({ page, request }) => {
  const name = 'curl on Windows'
  const begun = await request.post('/v1/device/code', { headers: { 'user-agent': 'curl/8.9 (Windows)' } })
  const { device_code, verification_uri_complete } = (await begun.json()) as Record<string, string>
  await page.goto(verification_uri_complete ?? '')
  await expect(page.getByText(name)).toBeVisible()
  const poll = () => request.post('/v1/device/token', { data: { device_code } })
  expect(await (await poll()).json()).toMatchObject({ status: 'pending' })
  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(page.getByRole('status')).toContainText('Device denied. You can close this page.')
  const reported = await poll()
  expect([reported.status(), await reported.json()]).toMatchObject([400, { error: 'access_denied' }])
  await page.goto('/developers/connections')
  await expect(page.getByRole('heading', { name, exact: true })).toHaveCount(0)
})

test.describe('on a phone in the dark', () => {
  test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark', reducedMotion: 'reduce' })

  test('no page scrolls sideways or has an accessibility violation', { tag: '@deep' }, async ({ page, request }) => {
    const clientId = await register(request, 'An app with a rather long name that has to be broken somewhere')
    for (const address of [
      consentAddress(clientId),
      '/device',
      '/device?user_code=nonsense',
      '/developers/connections',
    ]) {
      await page.goto(address)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      await expectNoBarriers(page)
    }
  })
})
