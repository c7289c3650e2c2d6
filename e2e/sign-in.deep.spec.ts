import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { words } from '@/components/account/words'
import { type MailServer, startMailServer } from '../test/origin/mail-server'
import { type OidcIssuer, startOidcIssuer } from '../test/origin/oidc-issuer'
import { type ServiceProcess, startProcess } from '../test/process/start-process'
import { mailedLink, signInByMail } from './mailed-sign-in'
import { expectNoBarriers } from './page-checks'

/** A service that other machines can reach: every user has to sign in. */
let service: ServiceProcess
let mail: MailServer
let issuer: OidcIssuer
let dataDir = ''

test.beforeAll(async () => {
  test.setTimeout(300_000)
  mail = await startMailServer()
  issuer = await startOidcIssuer()
  dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-e2e-sign-in-'))
  service = await startProcess(dataDir, {
    HOST: '0.0.0.0',
    MAIL_SERVER: mail.url,
    MAIL_FROM: 'Verbatim <hello@verbatim.test>',
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: issuer.clientId,
    OIDC_CLIENT_SECRET: issuer.clientSecret,
    OIDC_NAME: 'Example',
  })
})
test.afterAll(async () => {
  await service.stop()
  await issuer.close()
  await mail.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** The page's own refusals are not to be missed. */
async function open(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({ baseURL: service.baseUrl, ...options })
  const page = await context.newPage()
  page.on('pageerror', (error) => expect(error.message).toBe('no error'))
  return [context, page]
}

test('a new user signs in by mail, is back where they were, and creates a key where it is needed', async ({
  browser,
}) => {
  const [context, page] = await open(browser)
  await page.goto('/developers/connections?from=a+page')
  await page.waitForURL('**/sign-in?callbackUrl=%2Fdevelopers%2Fconnections%3Ffrom%3Da%2Bpage')
  await expect(page.getByRole('button', { name: 'Continue with Example' })).toBeVisible()
  await expectNoBarriers(page)
  await signInByMail(mail, page, 'ada@verbatim.test')
  await page.waitForURL('**/developers/connections?from=a+page')
  await expect(page.getByText('This browser')).toBeVisible()
  await expectNoBarriers(page)
  await page.goto('/developers')
  expect(await createKey(page)).toMatch(/^vbt_[0-9A-Za-z]{38}$/)
  await context.close()
})

/** Creates the account's first key on its page. */
async function createKey(page: Page): Promise<string | null> {
  await page.getByRole('button', { name: words.make }).click()
  const key = await page.getByRole('figure', { name: words.freshCode }).locator('code').textContent()
  await page.getByRole('button', { name: words.stored }).click()
  return key
}

test('the link is sent again after a while, and another email can be used', async ({ browser }) => {
  const [context, page] = await open(browser)
  const email = 'again@verbatim.test'
  const sent = () => mail.mails.filter(({ to }) => to.includes(email)).length
  await page.clock.install()
  await page.goto('/transcripts')
  await page.waitForURL('**/sign-in?callbackUrl=%2Ftranscripts')
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()
  await expectNoBarriers(page)
  await expect.poll(sent).toBe(1)
  await page.clock.fastForward(31_000)
  await page.getByRole('button', { name: 'Send again', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Sent again.' })).toBeVisible()
  await expect.poll(sent).toBe(2)
  await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()
  await page.getByRole('button', { name: 'Use another email' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await context.close()
})

test('a link typed before signing in is filled in afterwards, and nothing starts by itself', async ({ browser }) => {
  const [context, page] = await open(browser)
  const link = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1'
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Link' }).fill('no link')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'full URL' })).toBeVisible()
  await expectNoBarriers(page)
  await page.getByRole('textbox', { name: 'Link' }).fill(link)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/sign-in?link=*')
  const requests: string[] = []
  page.on('request', (request) => request.method() === 'POST' && requests.push(new URL(request.url()).pathname))
  await signInByMail(mail, page, 'kept@verbatim.test')
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(link)
  await expect(page.getByText('Link pasted.')).toBeVisible()
  await expectNoBarriers(page)
  expect(requests.filter((path) => path.startsWith('/v1/'))).toEqual([])
  await page.goto(`/sign-in?${new URLSearchParams({ link: 'javascript:alert(1)' })}`)
  await page.waitForURL(`${service.baseUrl}/`)
  await page.goto(`/?${new URLSearchParams({ link: 'javascript:alert(1)' })}`)
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue('')
  await context.close()
})

test('a program that opens every link of a mail signs no user in and leaves the link valid', async ({ browser }) => {
  const [context, page] = await open(browser)
  const email = 'scanned@verbatim.test'
  await page.goto('/sign-in?callbackUrl=/developers')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  const link = await mailedLink(mail, email)
  for (const method of ['GET', 'HEAD', 'GET'] as const) {
    const answer = await page.request.fetch(link, { method })
    expect([answer.status(), answer.headers()['set-cookie'] ?? '']).toEqual([
      200,
      expect.not.stringContaining('session'),
    ])
  }
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/developers')
  const [other, stranger] = await open(browser)
  await stranger.goto(link)
  await stranger.getByRole('button', { name: 'Sign in' }).click()
  await expect(stranger.getByText('This link was used before or has expired.')).toBeVisible()
  await expectNoBarriers(stranger)
  await Promise.all([context.close(), other.close()])
})

test('a user signs in from an issuer, and signs out another of their browsers', async ({ browser }) => {
  const email = 'grace@verbatim.test'
  const [first, laptop] = await open(browser)
  await laptop.goto('/sign-in?callbackUrl=/developers')
  await signInByMail(mail, laptop, email)
  const [second, phone] = await open(browser, { userAgent: 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1' })
  issuer.visitor({ sub: 'grace', claims: { email, email_verified: true } })
  await phone.goto('/developers/connections')
  await phone.getByRole('button', { name: 'Continue with Example' }).click()
  await phone.waitForURL('**/developers/connections')
  await expect(phone.getByRole('heading', { name: /^Safari on iPhone/ })).toContainText('This browser')
  await phone.getByRole('button', { name: /^Sign out Chrome on / }).click()
  await expect(phone.getByRole('heading', { name: 'Signed in' })).toBeFocused()
  await laptop.reload()
  await laptop.waitForURL('**/sign-in?callbackUrl=%2Fdevelopers')
  await Promise.all([first.close(), second.close()])
})

test('an email address that the issuer has not verified is refused with an explanation', async ({ browser }) => {
  const [context, page] = await open(browser)
  issuer.visitor({ sub: 'mallory', claims: { email: 'grace@verbatim.test', email_verified: false } })
  await page.goto('/sign-in?callbackUrl=/developers')
  await page.getByRole('button', { name: 'Continue with Example' }).click()
  await expect(page.getByText('That service hasn’t verified your email')).toBeVisible()
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('verbatim.session')
  await context.close()
})

/** The commands of an operator beside the running service. */
async function operate(...args: string[]): Promise<void> {
  const { BASE_URL: _, DATABASE_URL: __, ...inherited } = process.env
  const env = { ...inherited, VERBATIM_DATA: dataDir }
  await promisify(execFile)(process.execPath, ['server/setup/operators/run.mjs', 'user', ...args], { env })
}

test('a suspended user reads why: in a browser that was signed in, and after proving their identity', async ({
  browser,
}) => {
  const email = 'suspended@verbatim.test'
  const why = 'This account is suspended: It sent spam. Contact the operator of this server.'
  const [first, before] = await open(browser)
  await before.goto('/sign-in?callbackUrl=/developers')
  await signInByMail(mail, before, email)
  await operate('suspend', email, '--reason', 'It sent spam.')
  await before.goto('/developers')
  await expect(before.getByText(why)).toBeVisible()
  await expectNoBarriers(before)
  const [second, after] = await open(browser)
  issuer.visitor({ sub: 'suspended', claims: { email, email_verified: true } })
  await after.goto('/sign-in?callbackUrl=/developers')
  await expect(after.getByText('suspended')).toHaveCount(0)
  await after.getByRole('button', { name: 'Continue with Example' }).click()
  await expect(after.getByText(why)).toBeVisible()
  await operate('unsuspend', email)
  await before.reload()
  await before.waitForURL('**/developers')
  await Promise.all([first.close(), second.close()])
})

test('a key is replaced, and the old one is refused from that moment', async ({ browser }) => {
  const [context, page] = await open(browser)
  await page.goto('/sign-in?callbackUrl=/developers')
  await signInByMail(mail, page, 'key@verbatim.test')
  const old = await createKey(page)
  const status = async (key: string | null) => {
    const headers = { authorization: `Bearer ${key}` }
    return (await fetch(`${service.baseUrl}/v1/me/api-key`, { headers })).status
  }
  expect(await status(old)).toBe(200)
  await page.getByRole('button', { name: 'Regenerate key' }).click()
  await expect(page.getByText('stop working until you give them the new key')).toBeVisible()
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await status(old)).toBe(200)
  await page.getByRole('button', { name: 'Regenerate key' }).click()
  await page.keyboard.press('Enter')
  const fresh = await page.getByRole('figure', { name: 'Your API key' }).locator('code').textContent()
  await expectNoBarriers(page)
  expect([await status(old), await status(fresh)]).toEqual([401, 200])
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect(page.getByText(fresh ?? '')).toHaveCount(0)
  await context.close()
})

test('the account menu leads to what is theirs, and out', async ({ browser }) => {
  const [context, page] = await open(browser)
  await page.goto('/sign-in?callbackUrl=/developers/connections')
  await signInByMail(mail, page, 'menu@verbatim.test')
  await page.getByRole('button', { name: 'Account: menu@verbatim.test' }).click()
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Settings' }).click()
  await page.waitForURL('**/settings')
  await page.getByRole('button', { name: 'Account: menu@verbatim.test' }).click()
  await page.getByRole('navigation', { name: 'Account' }).getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${service.baseUrl}/`)
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
  await page.goto('/developers')
  await page.waitForURL('**/sign-in?callbackUrl=%2Fdevelopers')
  await context.close()
})

test('a device waits while its owner signs in', async ({ browser }) => {
  const [context, page] = await open(browser)
  const begun = await page.request.post('/v1/device/code', { headers: { 'user-agent': 'a device' } })
  const { user_code } = (await begun.json()) as { user_code: string }
  await page.goto(`/device?user_code=${user_code}`)
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await signInByMail(mail, page, 'device@verbatim.test')
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('status')).toContainText('Return to it to continue')
  await context.close()
})

test('no sign-in page redirects to another site or displays text from its address', async ({ browser }) => {
  const [context, page] = await open(browser)
  issuer.visitor({ sub: 'eve', claims: { email: 'eve@verbatim.test', email_verified: true } })
  await page.goto('/sign-in?callbackUrl=https://evil.example/&error=%3Cscript%3Ealert(1)%3C/script%3E')
  await expect(page.getByText('The sign-in wasn’t completed')).toBeVisible()
  await page.getByRole('button', { name: 'Continue with Example' }).click()
  await page.waitForURL(`${service.baseUrl}/`)
  await page.goto('/sign-in?callbackUrl=//evil.example')
  await page.waitForURL(`${service.baseUrl}/`)
  await context.close()
})

test('on a phone in the dark nothing is wider than the page', async ({ browser }) => {
  const [context, page] = await open(browser, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
  const addresses = [
    '/sign-in',
    '/sign-in?error=Verification',
    '/sign-in/confirm',
    '/sign-in/confirm?token=a&email=a@b.test',
    '/',
  ]
  for (const address of addresses) {
    await page.goto(address)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(360)
    await expectNoBarriers(page)
  }
  await context.close()
})
