import { afterAll, expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import type { JobStarted } from '@/lib/jobs/contract'
import { connectApp } from '@/lib/oauth/testing/connect-app'
import type { Published } from '@/lib/publishing/contract'
import { suspensionNotice } from '@/lib/sign-in/admission/suspension-notice'
import { fieldsOf, openBrowser } from '@/lib/sign-in/testing/browser'
import { startMailServer } from '@/test/origin/mail-server'
import { newUser, upload, useService } from '@/test/service'
import { silence } from '@/test/silence'
import { storeTestTranscript } from '@/test/store-transcript'
import {
  changeTier,
  createAccount,
  deleteAccount,
  replaceKey,
  showAccount,
  suspendAccount,
  unsuspendAccount,
} from './accounts'
import { invite, listInvitations, revokeInvitation } from './invitations'
import { listOperatorActions } from './operator-actions'
import { listPublicPages, restorePage, takeDownPage } from './pages'

const mails = await startMailServer()
afterAll(() => mails.close())
const service = await useService({ MAIL_SERVER: mails.url, MAIL_FROM: 'Verbatim <hello@verbatim.test>' })
const app = connectApp(service.call)

const operator = { name: 'ada', reason: 'Spam.' }

async function publish(key: string, userId: string): Promise<string> {
  const { libraryItemId } = await storeTestTranscript(userId, { videoId: newId(), title: 'A talk' })
  const published = await service.call('POST', `/v1/me/transcriptions/${libraryItemId}/publish`, { key })
  return (published.body as Published).slug
}

async function signIn(email: string) {
  mails.mails.length = 0
  const browser = openBrowser()
  const asked = await browser.begin('email', { email })
  expect(asked.status).toBe(200)
  const link = /^http:\/\/localhost:3000\/sign-in\/confirm\?\S+$/m.exec(mails.mails[0]?.email.text ?? '')?.[0]
  if (!link) return { browser, link: null, leadsTo: null }
  const answer = await browser.ask('POST', 'callback/email', { form: fieldsOf(link) })
  return { browser, link, leadsTo: answer.headers.get('location') }
}

const SUSPENDED = {
  code: 'account_suspended',
  detail: 'This account is suspended: Spam. Contact the operator of this server.',
}
const index = async () => ((await service.call('GET', '/v1/public/index')).body as { items: { slug: string }[] }).items

test('suspending an account refuses every credential of it, hides its pages and ends its work; unsuspending undoes it', async () => {
  const user = await newUser()
  const slug = await publish(user.apiKey, user.userId)
  const { browser } = await signIn(user.email)
  const { clientId, token } = await app.connect(user.apiKey)
  const signed = await service.call('POST', '/v1/uploads/sign', {
    key: user.apiKey,
    body: { filename: 'a.wav', content_type: 'audio/wav' },
  })
  const { upload_url } = signed.body as { upload_url: string }
  const object = await upload(service, user.apiKey, 'quiet.wav', new Uint8Array(silence(30)))
  const started = await service.call('POST', '/v1/transcript', { key: user.apiKey, body: { upload: object } })
  const { job_id } = started.body as JobStarted
  expect((await service.call('GET', `/v1/jobs/${job_id}`, { key: user.apiKey })).status).toBe(200)

  await suspendAccount(operator, user.email)
  const session = { headers: { cookie: browser.cookies(), 'sec-fetch-site': 'same-origin' } }
  const refused = [
    await service.call('GET', `/v1/jobs/${job_id}`, { key: user.apiKey }),
    await service.call('GET', '/v1/me/transcriptions', { key: user.apiKey }),
    await service.call('GET', '/v1/me/transcriptions', { key: token.access_token }),
    await service.call('GET', '/v1/me/transcriptions', session),
    await service.call('PUT', upload_url, { raw: 'RIFF' }),
    await app.refresh(clientId, token.refresh_token ?? ''),
  ]
  for (const { status, body } of refused) expect([status, body]).toMatchObject([403, SUSPENDED])
  expect((await service.call('GET', `/v1/public/${slug}`)).status).toBe(404)
  expect(await index()).toEqual([])
  const { leadsTo } = await signIn(user.email)
  expect(leadsTo).toContain('error=account_suspended')
  // Only the page after sign-in and the browser that was signed in show the reason.
  const name = new URL(leadsTo ?? '', 'http://localhost:3000').searchParams.get('account') ?? ''
  expect(name).not.toContain(user.userId)
  const altered = `${name.startsWith('A') ? 'B' : 'A'}${name.slice(1)}`
  expect(await suspensionNotice(name, null)).toBe(SUSPENDED.detail)
  expect(await suspensionNotice(undefined, browser.cookies())).toBe(SUSPENDED.detail)
  for (const other of [undefined, '', 'x', user.userId, name.slice(0, -2), altered]) {
    expect(await suspensionNotice(other, null)).toBeNull()
  }
  expect(await db().jobCaller.count({ where: { userId: user.userId, leftAt: null, job: { finishedAt: null } } })).toBe(
    0,
  )
  expect(await db().usageReservation.count({ where: { userId: user.userId } })).toBe(0)
  expect((await showAccount(user.email)).suspension_reason).toBe('Spam.')

  await unsuspendAccount(operator, user.email)
  expect(await suspensionNotice(name, browser.cookies())).toBeNull()
  expect((await service.call('GET', '/v1/me/transcriptions', { key: user.apiKey })).status).toBe(200)
  expect((await service.call('GET', '/v1/me/transcriptions', session)).status).toBe(200)
  expect((await app.refresh(clientId, token.refresh_token ?? '')).status).toBe(200)
  expect((await service.call('GET', `/v1/public/${slug}`)).status).toBe(200)
  const ended = await service.call('GET', `/v1/jobs/${job_id}`, { key: user.apiKey })
  expect(ended.body).toMatchObject({ status: 'error', error: { code: 'cancelled' } })
})

test('the account of this machine is never suspended', async () => {
  const user = await newUser()
  await db().user.update({ where: { id: user.userId }, data: { isLocal: true } })
  await expect(suspendAccount(operator, user.email)).rejects.toThrow("can't be suspended")
  await db().user.delete({ where: { id: user.userId } })
})

test('a page that is taken down answers 451 with the reason, and can be neither republished nor unpublished into a new one', async () => {
  const user = await newUser()
  const { libraryItemId } = await storeTestTranscript(user.userId, { videoId: 'taken', title: 'A talk' })
  const publishing = () => service.call('POST', `/v1/me/transcriptions/${libraryItemId}/publish`, { key: user.apiKey })
  const { slug } = (await publishing()).body as unknown as Published
  await takeDownPage({ ...operator, reason: 'A court said so.' }, slug)
  for (const format of ['json', 'srt']) {
    const gone = await service.call('GET', `/v1/public/${slug}?format=${format}`)
    expect([gone.status, gone.body]).toMatchObject([
      451,
      {
        code: 'taken_down',
        detail: expect.stringContaining('A court said so.'),
        context: { reason: 'A court said so.' },
      },
    ])
  }
  expect(await index()).not.toContainEqual(expect.objectContaining({ slug }))
  expect((await service.call('DELETE', `/v1/publish/${slug}`, { key: user.apiKey })).status).toBe(404)
  expect((await publishing()).status).toBe(451)
  expect(await listPublicPages({ limit: 10, down: true })).toMatchObject([{ slug, email: user.email }])
  await restorePage(operator, slug)
  expect((await service.call('GET', `/v1/public/${slug}`)).status).toBe(200)
  await expect(takeDownPage(operator, 'never-there')).rejects.toThrow('Nothing is published as never-there')
})

test('tiers, keys and deletions are done by address, and every act is in the audit log with who, when, what and why', async () => {
  const made = await createAccount(operator, `${newId()}@verbatim.test`, 'free')
  expect(await changeTier(operator, made.email, 'pro')).toMatchObject({ tier: 'pro', granted_tier: 'pro' })
  const { api_key: key } = await replaceKey(operator, made.email.toUpperCase())
  expect((await service.call('GET', '/v1/me/api-key', { key: made.apiKey })).status).toBe(401)
  expect((await service.call('GET', '/v1/me/api-key', { key })).body).toMatchObject({ tier: 'pro' })
  await deleteAccount(operator, made.email)
  expect((await service.call('GET', '/v1/me/api-key', { key })).status).toBe(401)
  await expect(changeTier(operator, made.email, 'pro')).rejects.toThrow('No account has the email')
  await expect(createAccount(operator, 'x@verbatim.test', 'gold')).rejects.toThrow()
  const acts = (await listOperatorActions(100)).filter(({ subject }) => subject === made.email)
  expect(acts.map(({ action }) => action)).toEqual(['account.delete', 'account.key', 'account.tier', 'account.create'])
  expect(acts[2]).toMatchObject({ operator: 'ada', reason: 'Spam.', details: { from: 'free', to: 'pro' } })
  expect(JSON.stringify(acts)).not.toContain(key)
})

test('with SIGN_UP=invite only an invited address makes an account, once; with closed no address does; existing accounts sign in', async () => {
  const [known, guest, stranger] = [(await newUser()).email, `${newId()}@verbatim.test`, `${newId()}@verbatim.test`]
  setEnv({ SIGN_UP: 'invite' })
  await invite(operator, guest, 7)
  expect((await signIn(known)).browser.jar.has('verbatim.session')).toBe(true)
  // The response is the same, so that it does not reveal who has an account, but no mail is sent.
  expect((await signIn(stranger)).link).toBeNull()
  expect((await signIn(guest)).browser.jar.has('verbatim.session')).toBe(true)
  expect(await listInvitations(10)).toMatchObject([{ email: guest, state: 'used' }])

  const late = `${newId()}@verbatim.test`
  await invite(operator, late, 7)
  mails.mails.length = 0
  const browser = openBrowser()
  await browser.begin('email', { email: late })
  const link = /^http\S+confirm\?\S+$/m.exec(mails.mails[0]?.email.text ?? '')?.[0] ?? ''
  await revokeInvitation(operator, late)
  const answer = await browser.ask('POST', 'callback/email', { form: fieldsOf(link) })
  expect(answer.headers.get('location')).toContain('error=sign_up_closed')
  expect(await db().user.count({ where: { email: { in: [late, stranger] } } })).toBe(0)

  setEnv({ SIGN_UP: 'closed' })
  const invited = `${newId()}@verbatim.test`
  await invite(operator, invited, 7)
  expect((await signIn(invited)).link).toBeNull()
  expect((await signIn(known)).browser.jar.has('verbatim.session')).toBe(true)
  setEnv({ SIGN_UP: 'open' })
  expect((await signIn(stranger)).browser.jar.has('verbatim.session')).toBe(true)
})
