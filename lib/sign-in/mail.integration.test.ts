import { afterAll, beforeEach, expect, test } from 'vitest'
import { purgeExpiredSessions } from '@/lib/accounts/sessions/session-table'
import { db, pool } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { startMailServer } from '@/test/origin/mail-server'
import { newUser, useService } from '@/test/service'
import { fieldsOf, openBrowser } from './testing/browser'

const server = await startMailServer()
afterAll(() => server.close())
const MAIL = { MAIL_SERVER: server.url, MAIL_FROM: 'Verbatim <hello@verbatim.test>' }
await useService(MAIL)

const MINUTES = /(\d+) min/

beforeEach(async () => {
  server.mails.length = 0
  await db().mailCount.deleteMany()
})

/** Lets everything that was sent so far have been sent so long ago. */
async function passMinutes(minutes: number): Promise<void> {
  await pool().query(
    `update mail_count set sent_at = array(select t - make_interval(mins => $1) from unnest(sent_at) t)`,
    [minutes],
  )
}

const somebody = () => `${newId()}@verbatim.test`

/** Behind the operator's proxy every caller has an address. */
async function ask(email: string, address: string) {
  const browser = openBrowser({ 'x-forwarded-for': address, 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' })
  const answer = await browser.begin('email', { email })
  return { browser, answer, body: (await answer.json()) as { link?: string | null; code?: string; detail?: string } }
}

test('the link comes by mail, and is shown nowhere else', async () => {
  const email = somebody()
  const { browser, answer, body } = await ask(email, '127.0.0.1')
  expect([answer.status, body]).toEqual([200, { url: null, link: null }])
  expect(server.mails).toHaveLength(1)
  const [mail] = server.mails
  expect([mail?.to, mail?.from]).toEqual([[email], 'hello@verbatim.test'])
  expect(mail?.email.from).toMatchObject({ name: 'Verbatim', address: 'hello@verbatim.test' })
  expect(mail?.email.subject).toBe('Sign in to Verbatim')
  expect(mail?.email.text).toContain(
    'Use this link to sign in to Verbatim at localhost:3000. It was requested with Firefox on Linux.',
  )
  const link = /^http:\/\/localhost:3000\/sign-in\/confirm\?\S+$/m.exec(mail?.email.text ?? '')?.[0] ?? ''
  expect(mail?.email.html).toContain(link.replaceAll('&', '&amp;'))
  await browser.ask('POST', 'callback/email', { form: fieldsOf(link) })
  expect(browser.jar.has('verbatim.session')).toBe(true)
})

test('an address gets five mails an hour at most, known or not, from any client', async () => {
  setEnv({ TRUSTED_PROXIES: '1' })
  for (const email of [somebody(), (await newUser()).email]) {
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) statuses.push((await ask(email, `198.51.100.${n}`)).answer.status)
    expect(statuses).toEqual([200, 200, 200, 200, 200])
    const { answer, body } = await ask(email.toUpperCase(), '198.51.100.9')
    expect([answer.status, body.code]).toEqual([429, 'rate_limited'])
    expect(Number(MINUTES.exec(body.detail ?? '')?.[1])).toBe(60)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3500)
  }
  expect(server.mails).toHaveLength(10)
  setEnv({ TRUSTED_PROXIES: '0' })
})

test('one network address gets twenty mails an hour sent, regardless of X-Forwarded-For', {
  tags: 'deep',
}, async () => {
  const statuses: number[] = []
  for (let n = 0; n < 21; n++) statuses.push((await ask(somebody(), `198.51.100.${n}`)).answer.status)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  expect(server.mails).toHaveLength(20)
})

test('no hour has more than five mails to one address, however they are spread', async () => {
  const email = somebody()
  const status = async () => (await ask(email, '127.0.0.1')).answer.status
  expect([await status(), await status()]).toEqual([200, 200])
  await passMinutes(40)
  expect([await status(), await status(), await status(), await status()]).toEqual([200, 200, 200, 429])
  await passMinutes(19)
  const { answer, body } = await ask(email, '127.0.0.1')
  expect([answer.status, MINUTES.exec(body.detail ?? '')?.[1]]).toEqual([429, '1'])
  await passMinutes(1)
  expect([await status(), await status(), await status()]).toEqual([200, 200, 429])
  expect(server.mails).toHaveLength(7)
})

test('five of many concurrent requests for one address send a mail, and refused ones do not count', async () => {
  const email = somebody()
  const asked = await Promise.all(Array.from({ length: 12 }, () => ask(email, '127.0.0.1')))
  expect(asked.filter(({ answer }) => answer.status === 200)).toHaveLength(5)
  expect(server.mails).toHaveLength(5)
  const counts = await db().mailCount.findMany()
  expect(counts.map(({ sentAt }) => sentAt.length)).toEqual([5, 5])
})

test('mail counts are purged after an hour and hold no address in plain text', async () => {
  const email = somebody()
  await ask(email, '127.0.0.1')
  expect(JSON.stringify(await db().mailCount.findMany())).not.toContain(email)
  await purgeExpiredSessions()
  expect(await db().mailCount.count()).toBe(2)
  await passMinutes(60)
  await purgeExpiredSessions()
  expect(await db().mailCount.count()).toBe(0)
})

test('no mail is sent when mails cannot be counted', async () => {
  await pool().query('alter table mail_count rename to mail_count_away')
  const { answer, body } = await ask(somebody(), '127.0.0.1')
  await pool().query('alter table mail_count_away rename to mail_count')
  expect([answer.status, body.code, server.mails.length]).toEqual([503, 'service_unavailable', 0])
})

test('a mail that the server refuses is reported to the user', async () => {
  server.refuseNext()
  const { answer, body } = await ask(somebody(), '127.0.0.1')
  expect([answer.status, body.code]).toEqual([503, 'mail_unavailable'])
  expect(server.mails).toHaveLength(0)
})

test('a server that others reach sends mails, or has no links at all', async () => {
  setEnv({ BASE_URL: 'https://verbatim.example', MAIL_SERVER: '', MAIL_FROM: '' })
  const { answer, body } = await ask(somebody(), '127.0.0.1')
  expect([answer.status, body.code]).toEqual([404, 'not_found'])
  setEnv({ BASE_URL: 'http://localhost:3000', ...MAIL })
})
