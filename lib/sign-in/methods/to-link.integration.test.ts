import { expect, test } from 'vitest'
import { z } from 'zod'
import { localBrowserCookie } from '@/lib/accounts/testing/local-browser'
import { db, pool } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import { newUser, useService } from '@/test/service'
import { signInBegunSchema } from '../contract'
import { type Browser, fieldsOf, ORIGIN, openBrowser } from '../testing/browser'

const service = await useService()

const begunSchema = signInBegunSchema.extend({ link: z.string() })

const somebody = () => `${newId()}@verbatim.test`

/** Has a browser act as the local account, which may see links. */
async function letIn(browser: Browser): Promise<Browser> {
  const [name = '', value = ''] = (await localBrowserCookie()).split('=')
  browser.jar.set(name, value)
  return browser
}

/** Returns the sign-in link. A browser that was let in gets it directly when there is no mail server. */
async function linkFor(browser: Browser, email: string, form: Record<string, string> = {}): Promise<string> {
  await letIn(browser)
  const answer = await browser.begin('email', { email, ...form })
  expect(answer.status).toBe(200)
  return begunSchema.parse(await answer.json()).link
}

async function signIn(email: string, browser = openBrowser()): Promise<Browser> {
  const link = await linkFor(browser, email)
  const answer = await browser.ask('POST', 'callback/email', { form: fieldsOf(link) })
  expect([answer.status, browser.jar.has('verbatim.session')]).toEqual([303, true])
  return browser
}

function call(browser: Browser, method: string, path: string, headers: Record<string, string> = {}) {
  return service.call(method, path, {
    headers: { cookie: browser.cookies(), 'sec-fetch-site': 'same-origin', ...headers },
  })
}

test('a user who signs in for the first time gets an account, goes to where they wanted, and can create a key once', async () => {
  const email = somebody()
  const browser = openBrowser()
  const link = await linkFor(browser, ` ${email.toUpperCase()} `, { callbackUrl: '/device?user_code=BDWP-HQPK' })
  expect(new URL(link).pathname).toBe('/sign-in/confirm')
  const answer = await browser.ask('POST', 'callback/email', { form: fieldsOf(link) })
  expect(answer.headers.get('location')).toBe(`${ORIGIN}/device?user_code=BDWP-HQPK`)
  const made = await call(browser, 'POST', '/v1/me/api-key/ensure')
  expect(made.body).toMatchObject({ has_key: true, tier: 'free', key: expect.stringMatching(/^vbt_/) })
  expect((await call(browser, 'POST', '/v1/me/api-key/ensure')).body).toMatchObject({ has_key: true, key: null })
  const user = await db().user.findUniqueOrThrow({ where: { email } })
  expect(user.emailVerified).not.toBeNull()
})

test('a user with an account signs in by a link and returns to the page they wanted', async () => {
  const { userId, email } = await newUser()
  const browser = openBrowser()
  const link = await linkFor(browser, email, { callbackUrl: '/developers/connections' })
  const answer = await browser.ask('POST', 'callback/email', { form: fieldsOf(link) })
  expect(answer.headers.get('location')).toBe(`${ORIGIN}/developers/connections`)
  expect(await db().session.count({ where: { userId } })).toBe(1)
})

test('no stored value gives access', async () => {
  const email = somebody()
  const browser = openBrowser()
  const { token = '' } = fieldsOf(await linkFor(browser, email))
  const { rows: links } = await pool().query('select * from verification_token where identifier = $1', [email])
  expect([links.length, JSON.stringify(links).includes(token)]).toEqual([1, false])
  await signIn(email, browser)
  const cookie = browser.jar.get('verbatim.session') ?? ''
  const { rows: sessions } = await pool().query('select * from session')
  expect(JSON.stringify(sessions)).not.toContain(cookie.slice(40, 80))
})

test('a link works once, even when it is used many times concurrently', async () => {
  const link = await linkFor(openBrowser(), somebody())
  const browsers = Array.from({ length: 10 }, () => openBrowser())
  const answers = await Promise.all(
    browsers.map((browser) => browser.ask('POST', 'callback/email', { form: fieldsOf(link) })),
  )
  expect(browsers.filter(({ jar }) => jar.has('verbatim.session'))).toHaveLength(1)
  const refused = answers.map((answer) => answer.headers.get('location')).filter((to) => to !== `${ORIGIN}/`)
  expect(new Set(refused)).toEqual(new Set(['/sign-in?error=Verification&callbackUrl=%2F']))
})

test('an altered, expired or foreign link does not let in', async () => {
  const [email, other] = [somebody(), (await newUser()).email]
  const fields = fieldsOf(await linkFor(openBrowser(), email))
  const wrong = [
    { ...fields, email: other },
    { ...fields, token: `${fields.token}0` },
    { ...fields, token: '' },
    { ...fields, email: '' },
    { token: "' or 1=1 --", email: '\u0000' },
  ]
  for (const form of wrong) {
    const browser = openBrowser()
    const answer = await browser.ask('POST', 'callback/email', { form })
    expect([answer.status, browser.jar.has('verbatim.session')]).toEqual([303, false])
    expect(answer.headers.get('location')).toMatch(/^\/sign-in\?error=(?:Verification|Callback|configuration)&/)
  }
  const expire = `update verification_token set expires = now() - interval '1 s' where identifier = $1`
  await pool().query(expire, [email])
  const late = openBrowser()
  await late.ask('POST', 'callback/email', { form: fields })
  expect(late.jar.has('verbatim.session')).toBe(false)
})

test('a link that a program opens, or another site sends, is not used up', async () => {
  const fields = fieldsOf(await linkFor(openBrowser(), somebody()))
  const browser = openBrowser()
  const opened = await browser.ask('GET', `callback/email?${new URLSearchParams(fields)}`)
  expect(opened.status).toBe(404)
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': '', origin: 'https://evil.example' },
    { 'sec-fetch-site': '' },
  ]) {
    const sent = await browser.ask('POST', 'callback/email', { form: fields, headers })
    expect([sent.status, browser.jar.has('verbatim.session')]).toEqual([403, false])
  }
  await browser.ask('POST', 'callback/email', { form: fields })
  expect(browser.jar.has('verbatim.session')).toBe(true)
})

test('nothing begins without the CSRF token of the browser', async () => {
  const email = somebody()
  const browser = openBrowser()
  const forms = [{ email }, { email, csrfToken: 'x' }, { email, csrfToken: 'f'.repeat(64) }]
  for (const form of forms) {
    const answer = await browser.ask('POST', 'signin/email', { form })
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'cross_site_request' }])
  }
  const foreign = await browser.begin('email', { email }, { 'sec-fetch-site': 'cross-site' })
  expect(foreign.status).toBe(403)
  expect(await db().verificationToken.count({ where: { identifier: email } })).toBe(0)
})

test('a link never leads to another site or to an address that is not a page', async () => {
  const { email } = await newUser()
  const wanted = [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/.//evil.example',
    '/%09/evil.example',
    'javascript:alert(1)',
    'http://localhost:3000@evil.example/',
    'http://localhost:3000.evil.example/',
    '\t//evil.example',
  ]
  for (const callbackUrl of wanted) {
    const browser = openBrowser()
    const fields = fieldsOf(await linkFor(browser, email, { callbackUrl }))
    for (const form of [fields, { ...fieldsOf(await linkFor(browser, email)), callbackUrl }]) {
      const answer = await browser.ask('POST', 'callback/email', { form })
      const location = new URL(answer.headers.get('location') ?? '')
      expect([location.origin, location.pathname.startsWith('//')], callbackUrl).toEqual([ORIGIN, false])
    }
  }
})

test('the response does not reveal whether an address has an account', async () => {
  const shape = async (email: string) => {
    const answer = await (await letIn(openBrowser())).begin('email', { email })
    const { url, link } = begunSchema.parse(await answer.json())
    return [answer.status, url, Object.keys(fieldsOf(link)), [...answer.headers.keys()]]
  }
  expect(await shape((await newUser()).email)).toEqual(await shape(somebody()))
})

test('an address that mail can’t reach is refused with a sentence', async () => {
  for (const email of [
    '',
    'nobody',
    'you@localhost',
    'a@b.test,c@d.test',
    'a b@c.test',
    '"a"@b.test',
    'a@b.test\r\nBcc: c@d.test',
  ]) {
    const answer = await openBrowser().begin('email', { email })
    expect([answer.status, await answer.json()], email).toMatchObject([422, { code: 'invalid_email' }])
  }
})

test('signing in ends the previous session of the browser', async () => {
  const [first, second] = [await newUser(), await newUser()]
  const browser = await signIn(first.email)
  const before = browser.cookies()
  await signIn(second.email, browser)
  expect(await db().session.count({ where: { userId: first.userId } })).toBe(0)
  const stale = await service.call('GET', '/v1/me/api-key', {
    headers: { cookie: before, 'sec-fetch-site': 'same-origin' },
  })
  expect([stale.status, stale.body]).toMatchObject([401, { code: 'invalid_credentials' }])
})

test('a cookie planted by another user never becomes a session', async () => {
  const victim = await newUser()
  const planted = openBrowser()
  planted.jar.set('verbatim.session', 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..x.y.z')
  await signIn(victim.email, planted)
  expect(planted.jar.get('verbatim.session')).not.toContain('..x.y.z')
  const attacker = await signIn((await newUser()).email)
  const old = attacker.jar.get('verbatim.session') ?? ''
  const browser = openBrowser()
  browser.jar.set('verbatim.session', old)
  await signIn(victim.email, browser)
  expect(browser.jar.get('verbatim.session')).not.toBe(old)
  expect((await call(attacker, 'GET', '/v1/me/sessions')).status).toBe(401)
})

test('a session lasts for 30 days since its last use', async () => {
  const user = await newUser()
  const browser = await signIn(user.email)
  const passDays = (days: number) =>
    pool().query(
      `update session set last_seen_at = last_seen_at - make_interval(days => $1),
                          expires_at = expires_at - make_interval(days => $1) where user_id = $2`,
      [days, user.userId],
    )
  for (const days of [29, 29, 29]) {
    await passDays(days)
    expect((await call(browser, 'GET', '/v1/me/api-key')).status).toBe(200)
  }
  await passDays(30)
  expect((await call(browser, 'GET', '/v1/me/api-key')).body).toMatchObject({ code: 'invalid_credentials' })
})

test('a session’s cookie lasts a year after any response', async () => {
  const browser = openBrowser()
  const fields = fieldsOf(await linkFor(browser, somebody()))
  const answer = await browser.ask('POST', 'callback/email', { form: fields })
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('verbatim.session='))
  const expires = Date.parse(/Expires=([^;]+)/i.exec(cookie ?? '')?.[1] ?? '')
  expect(Math.round((expires - Date.now()) / 86_400_000)).toBe(365)
})

test('sessions are listed, and can be ended immediately from any of them', async () => {
  const user = await newUser()
  const phone = await signIn(
    user.email,
    openBrowser({ 'user-agent': 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1' }),
  )
  const laptop = await signIn(user.email, openBrowser({ 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' }))
  const { sessions } = (await call(laptop, 'GET', '/v1/me/sessions')).body as {
    sessions: { id: string; device: string; current: boolean }[]
  }
  expect(sessions.map(({ device, current }) => [device, current])).toEqual([
    ['Firefox on Linux', true],
    ['Safari on iPhone', false],
  ])
  const other = await signIn((await newUser()).email)
  const end = `/v1/me/sessions/${sessions[1]?.id}`
  expect((await call(other, 'DELETE', end)).status).toBe(404)
  expect((await call(phone, 'GET', '/v1/me/api-key')).status).toBe(200)
  expect((await call(laptop, 'DELETE', end)).body).toEqual({ ended: true })
  expect((await call(phone, 'GET', '/v1/me/api-key')).body).toMatchObject({ code: 'invalid_credentials' })
  expect((await call(laptop, 'DELETE', end)).status).toBe(404)
})

test('next-auth answers nothing but what signing in takes', async () => {
  const browser = await signIn((await newUser()).email)
  const gets = [
    'session',
    'providers',
    'signout',
    'signin',
    'error',
    'verify-request',
    '_log',
    'csrf/x',
    '',
    'callback',
  ]
  for (const path of gets) expect((await browser.ask('GET', path)).status, path).toBe(404)
  for (const path of ['session', '_log', 'signout', 'signin', 'callback/oidc', 'callback/email/x', 'signin/github']) {
    expect((await browser.ask('POST', path, { form: {} })).status, path).toBe(404)
  }
  expect((await browser.ask('POST', 'signin/email', { form: { email: 'a'.repeat(20_000) } })).status).toBe(413)
})
