import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { localBrowserCookie } from '@/lib/accounts/testing/local-browser'
import { db, pool } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import { signInBegunSchema } from '@/lib/sign-in/contract'
import { type Browser, fieldsOf, openBrowser } from '@/lib/sign-in/testing/browser'
import { purgeFormerUsage } from '@/lib/usage/former-usage'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { useService } from '@/test/service'

const CAPTIONS = 'WEBVTT\n\n00:00:00.000 --> 00:10:00.000\nTen minutes, told at once.\n'
const origin = await startOrigin([() => ({ headers: { 'content-type': 'text/vtt' }, body: CAPTIONS })])
const service = await useService()
trustOrigin(origin)
afterAll(() => origin.close())

/** Signs a user in by a link, in local mode. */
async function signIn(email: string): Promise<Browser> {
  const browser = openBrowser()
  const [name = '', value = ''] = (await localBrowserCookie()).split('=')
  browser.jar.set(name, value)
  const begun = signInBegunSchema.parse(await (await browser.begin('email', { email })).json())
  await browser.ask('POST', 'callback/email', { form: fieldsOf(begun.link ?? '') })
  browser.jar.delete(name)
  return browser
}

function call(browser: Browser, method: string, path: string, body?: unknown) {
  const headers = { cookie: browser.cookies(), 'sec-fetch-site': 'same-origin' }
  return service.call(method, path, { headers, ...(body === undefined ? {} : { body }) })
}

const usageSchema = z.object({ used_seconds: z.number(), limit_seconds: z.number() })
const usageOf = async (browser: Browser) => usageSchema.parse((await call(browser, 'GET', '/v1/me/subscription')).body)

async function transcribe(browser: Browser): Promise<number> {
  return (await call(browser, 'POST', '/v1/transcript', { url: `https://media.example/${newId()}.vtt` })).status
}

test('deleting the account and signing in again does not give the month’s minutes once more', async () => {
  const email = `${newId()}@verbatim.test`
  const first = await signIn(email)
  expect(await transcribe(first)).toBe(200)
  expect(await usageOf(first)).toEqual({ used_seconds: 600, limit_seconds: 900 })
  for (let round = 0; round < 2; round++) {
    const browser = round === 0 ? first : await signIn(email)
    expect((await call(browser, 'DELETE', '/v1/me', { email })).status).toBe(200)
    const again = await signIn(email.toUpperCase())
    expect(await usageOf(again)).toEqual({ used_seconds: 600, limit_seconds: 900 })
    expect(await transcribe(again)).toBe(402)
  }
  const other = await signIn(`${newId()}@verbatim.test`)
  expect(await usageOf(other)).toEqual({ used_seconds: 0, limit_seconds: 900 })
})

test('the stored usage of a deleted account identifies no person and is deleted after the month', async () => {
  const email = `${newId()}@verbatim.test`
  const browser = await signIn(email)
  await transcribe(browser)
  const { id } = await db().user.findUniqueOrThrow({ where: { email } })
  await call(browser, 'DELETE', '/v1/me', { email })
  const { rows } = await pool().query('select * from former_usage')
  expect(rows.length).toBeGreaterThan(0)
  expect(Object.keys(rows[0])).toEqual(['email_hash', 'period_start', 'used_seconds'])
  for (const value of [email, id]) expect(JSON.stringify(rows)).not.toContain(value)
  expect(await purgeFormerUsage()).toBe(0)
  await pool().query(`update former_usage set period_start = period_start - interval '1 month'`)
  expect(await purgeFormerUsage()).toBe(rows.length)
  expect(await db().formerUsage.count()).toBe(0)
})
