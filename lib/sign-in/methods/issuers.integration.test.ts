import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { db, pool } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import { type Person, startOidcIssuer } from '@/test/origin/oidc-issuer'
import { newUser, useService } from '@/test/service'
import { type Browser, openBrowser } from '../testing/browser'

const issuer = await startOidcIssuer()
afterAll(() => issuer.close())
const { clientId, clientSecret } = issuer
await useService({
  OIDC_ISSUER: issuer.url,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  GITHUB_URL: issuer.url,
  GITHUB_CLIENT_ID: clientId,
  GITHUB_CLIENT_SECRET: clientSecret,
})

const begunSchema = z.object({ url: z.string() })

const somebody = () => `${newId()}@verbatim.test`

async function goTo(browser: Browser, method: string, form: Record<string, string> = {}): Promise<string> {
  return begunSchema.parse(await (await browser.begin(method, form)).json()).url
}

/** Back from the issuer: another site's redirect. Returns where the browser is led then. */
async function comeBack(browser: Browser, back: URL): Promise<string | null> {
  const path = `${back.pathname.replace('/api/auth/', '')}${back.search}`
  const answer = await browser.ask('GET', path, { headers: { 'sec-fetch-site': 'cross-site' } })
  return answer.headers.get('location')
}

async function signIn(browser: Browser, method: string, person: Person, form: Record<string, string> = {}) {
  const to = await comeBack(browser, issuer.approve(await goTo(browser, method, form), person))
  return { to, isIn: browser.jar.has('verbatim.session') }
}

const verified = (email: string, sub: string = newId()): Person => ({ sub, claims: { email, email_verified: true } })

test('a new user signs in through an issuer and is recognised later under another address', async () => {
  const [email, sub] = [somebody(), newId()]
  const first = await signIn(openBrowser(), 'oidc', verified(email, sub), { callbackUrl: '/settings/usage' })
  expect(first).toEqual({ to: 'http://localhost:3000/settings/usage', isIn: true })
  const second = await signIn(openBrowser(), 'oidc', verified(somebody(), sub), { callbackUrl: '/settings/usage' })
  expect(second).toEqual({ to: 'http://localhost:3000/settings/usage', isIn: true })
  const user = await db().user.findUniqueOrThrow({ where: { email }, include: { accounts: true, sessions: true } })
  expect([user.accounts.length, user.sessions.length]).toEqual([1, 2])
})

test('only the identity from an issuer is kept', async () => {
  const email = somebody()
  await signIn(openBrowser(), 'oidc', {
    sub: 'a-sub',
    claims: { email, email_verified: true, name: 'Ada', picture: 'x' },
  })
  const { rows } = await pool().query('select a.* from account a join users u on u.id = a.user_id where u.email = $1', [
    email,
  ])
  expect(rows).toEqual([
    {
      provider: 'oidc',
      provider_account_id: `${issuer.url} a-sub`,
      user_id: expect.any(String),
      created_at: expect.any(Date),
    },
  ])
})

test('a verified address leads into the account it has', async () => {
  const { userId, email } = await newUser()
  expect(await signIn(openBrowser(), 'oidc', verified(email.toUpperCase()))).toMatchObject({ isIn: true })
  expect(await db().account.count({ where: { userId } })).toBe(1)
})

test('the holder of a look-alike address that an issuer has verified does not get the account', async () => {
  const { userId, email } = await newUser()
  const lookAlike = email.replace('@verbatim', '@\uff56erbatim')
  expect(await signIn(openBrowser(), 'oidc', verified(lookAlike))).toMatchObject({ isIn: true })
  expect(await db().account.count({ where: { userId } })).toBe(0)
})

test('an address that the issuer has not verified takes over nothing, and prepares nothing', async () => {
  const { userId, email } = await newUser()
  const unknown = somebody()
  const claims = [
    { email },
    { email, email_verified: false },
    { email, email_verified: 'false' },
    { email, email_verified: null },
    { email: unknown },
    { email: 'you@localhost', email_verified: true },
    { email: `${email},${unknown}`, email_verified: true },
  ]
  for (const said of claims) {
    const came = await signIn(openBrowser(), 'oidc', { sub: newId(), claims: said, userinfo: said })
    expect([came.isIn, came.to], JSON.stringify(said)).toEqual([false, expect.stringMatching(/^\/sign-in\?error=/)])
  }
  expect(await db().account.count({ where: { userId } })).toBe(0)
  expect(await db().user.count({ where: { email: unknown } })).toBe(0)
})

test('an issuer without an email claim is asked for the user info, which must be of the same subject', async () => {
  const email = somebody()
  const sub = newId()
  const reported = { email, email_verified: true }
  expect(await signIn(openBrowser(), 'oidc', { sub, userinfo: reported })).toMatchObject({ isIn: true })
  const other = { ...reported, email: (await newUser()).email, sub: newId() }
  expect(await signIn(openBrowser(), 'oidc', { sub: newId(), userinfo: other })).toMatchObject({ isIn: false })
})

test('an invalid ID token is refused', async () => {
  const now = Math.floor(Date.now() / 1000)
  const wrong = [
    { signature: 'AAAA' },
    { claims: { aud: 'another' } },
    { claims: { iss: 'https://evil.example' } },
    { claims: { nonce: 'another' } },
    { claims: { exp: now - 3_600 } },
  ]
  for (const how of wrong) {
    issuer.tamper(how)
    const came = await signIn(openBrowser(), 'oidc', verified(somebody()))
    expect(came, JSON.stringify(how)).toEqual({ to: '/sign-in?error=OAuthCallback&callbackUrl=%2F', isIn: false })
  }
})

test('a callback works once, in the browser that began the sign-in', async () => {
  const browser = openBrowser()
  const back = issuer.approve(await goTo(browser, 'oidc'), verified(somebody()))
  const other = openBrowser()
  expect(await comeBack(other, back)).toMatch(/^\/sign-in\?error=/)
  expect(other.jar.has('verbatim.session')).toBe(false)
  const mixed = openBrowser()
  await goTo(mixed, 'oidc')
  expect(await comeBack(mixed, back)).toMatch(/^\/sign-in\?error=/)
  expect(await comeBack(browser, back)).toBe('http://localhost:3000/')
  browser.jar.delete('verbatim.session')
  expect(await comeBack(browser, back)).toMatch(/^\/sign-in\?error=/)
  expect(browser.jar.has('verbatim.session')).toBe(false)
})

test('a second identity in the same browser is not linked to the signed-in account', async () => {
  const [first, second] = [somebody(), somebody()]
  const browser = openBrowser()
  await signIn(browser, 'oidc', verified(first))
  await signIn(browser, 'oidc', verified(second))
  const users = await db().user.findMany({ where: { email: { in: [first, second] } }, include: { accounts: true } })
  expect(users.map(({ accounts }) => accounts.length)).toEqual([1, 1])
})

test('a refusal at the issuer leads back to where one can try again', async () => {
  const browser = openBrowser()
  const { searchParams } = new URL(await goTo(browser, 'oidc', { callbackUrl: '/device' }))
  const back = new URL(searchParams.get('redirect_uri') ?? '')
  back.search = new URLSearchParams({ error: 'access_denied', state: searchParams.get('state') ?? '' }).toString()
  expect(await comeBack(browser, back)).toBe('/sign-in?error=Callback&callbackUrl=%2Fdevice')
})

test('an issuer’s page may have the name of one of ours', async () => {
  issuer.authorizeAt('/sign-in')
  const came = await signIn(openBrowser(), 'oidc', verified(somebody()), { callbackUrl: '/sign-in' })
  issuer.authorizeAt('/authorize')
  expect(came.isIn).toBe(true)
})

test('GitHub’s primary address is used if it is verified', async () => {
  const [email, other] = [somebody(), (await newUser()).email]
  const emails = [
    { email: other, primary: false, verified: true },
    { email, primary: true, verified: true },
  ]
  expect(await signIn(openBrowser(), 'github', { sub: '42', userinfo: { emails } })).toMatchObject({ isIn: true })
  expect(await db().account.count({ where: { user: { email }, providerAccountId: `${issuer.url} 42` } })).toBe(1)
  const unverified = emails.map((one) => ({ ...one, verified: !one.primary }))
  const came = await signIn(openBrowser(), 'github', { sub: '43', userinfo: { emails: unverified } })
  expect(came).toEqual({ to: '/sign-in?error=email_unverified&callbackUrl=%2F', isIn: false })
})

test('an issuer that does not respond is reported to the user', async () => {
  const { setEnv } = await import('@/lib/core/env')
  setEnv({ OIDC_ISSUER: 'http://127.0.0.1:9' })
  const answer = await openBrowser().begin('oidc')
  setEnv({ OIDC_ISSUER: issuer.url })
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'issuer_unavailable' }])
})
