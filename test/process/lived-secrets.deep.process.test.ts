import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { LOCAL_ACCESS_FILE, localAccessSchema } from '@/lib/accounts/local/contract'
import { connectApp, newVerifier, REDIRECT_URI } from '@/lib/oauth/testing/connect-app'
import { tokenSchema } from '@/lib/oauth/tokens/contract'
import type { SignResponse } from '@/lib/uploads/contract'
import type { WebhookWithSecret } from '@/lib/webhooks/contract'
import { startMailServer } from '@/test/origin/mail-server'
import { startOrigin } from '@/test/origin/start-origin'
import { startS3 } from '@/test/s3/start-s3'
import { freePort } from './free-port'
import { openLocalBrowser } from './local-browser'
import { OWN_PAGE, openSignIn } from './open-sign-in'
import { startProcess } from './start-process'

const BILLING_WEBHOOK_SECRET = `whsec_${Buffer.from('a secret of billing, and long').toString('base64')}`

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-lived-'))
const [origin, mail, bucket] = await Promise.all([
  startOrigin([() => ({ status: 500, body: 'broken' })]),
  startMailServer(),
  startS3(),
])
const port = await freePort()
const service = await startProcess(
  folder,
  {
    ...bucket.settings,
    BILLING_WEBHOOK_SECRET,
    LOG_LEVEL: 'debug',
    BASE_URL: `http://localhost:${port}`,
    MAIL_SERVER: mail.url,
    MAIL_FROM: 'verbatim@verbatim.test',
    EGRESS_PROXY_URL: origin.proxyUrl,
    NODE_EXTRA_CA_CERTS: origin.caFile,
  },
  port,
)
afterAll(async () => {
  await service.stop()
  await Promise.all([origin.close(), mail.close()])
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

const key = service.apiKey ?? ''
/** The texts of refusals, and all addresses of redirects and requests. */
const refusals: string[] = []
const addresses: string[] = []

type Sent = { key?: string; body?: unknown; raw?: BodyInit; headers?: Record<string, string> }

async function call(method: string, address: string, sent: Sent = {}) {
  const url = new URL(address, service.baseUrl)
  const headers: Record<string, string> = {
    ...(sent.key ? { authorization: `Bearer ${sent.key}` } : {}),
    ...sent.headers,
  }
  const json = sent.body === undefined ? undefined : JSON.stringify(sent.body)
  if (json !== undefined) headers['content-type'] = 'application/json'
  const body = sent.raw ?? json
  const response = await fetch(url, { method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) })
  const text = await response.text()
  if (response.status >= 400) refusals.push(text)
  addresses.push(response.headers.get('location') ?? '')
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : null }
}

/**
 * An app with a secret: connected, renewed, asked about, refused with what is wrong, used twice. Returns its secrets.
 */
async function liveOAuth(): Promise<string[]> {
  const app = connectApp(call)
  const { client_id, client_secret = '' } = await app.register({ token_endpoint_auth_method: 'client_secret_post' })
  const { verifier, challenge } = newVerifier()
  const code = await app.allow(key, client_id, challenge)
  const client = { client_id, client_secret }
  const exchange = {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: REDIRECT_URI,
    ...client,
  }
  await app.askToken({ ...exchange, client_secret: `${client_secret}x` })
  const token = tokenSchema.parse((await app.askToken(exchange)).body)
  const renewed = tokenSchema.parse((await app.refresh(client_id, token.refresh_token ?? '', { client_secret })).body)
  await call('GET', '/v1/me/transcriptions', { key: renewed.access_token })
  await call('GET', '/v1/me/api-key', { key: renewed.access_token })
  await app.post('/oauth/introspect', { token: renewed.access_token, ...client })
  // Each used a second time: what it gave ends.
  await app.askToken(exchange)
  await app.refresh(client_id, token.refresh_token ?? '', { client_secret })
  await app.post('/oauth/revoke', { token: renewed.refresh_token ?? '', ...client })
  return [
    client_secret,
    code,
    verifier,
    token.access_token,
    token.refresh_token,
    renewed.access_token,
    renewed.refresh_token,
  ].map(String)
}

/** A browser and a program on this machine act as its account. Returns what both bear. */
async function liveLocally(): Promise<string[]> {
  const cookie = await openLocalBrowser(service)
  const { token } = localAccessSchema.parse(JSON.parse(await readFile(path.join(folder, LOCAL_ACCESS_FILE), 'utf8')))
  await call('GET', '/v1/me/api-key', { headers: { ...OWN_PAGE, cookie } })
  await call('GET', '/v1/me/api-key', { key: token })
  await call('GET', '/v1/me/api-key', { key: `${token}x` })
  const { body: made } = await call('POST', '/sign-in/local', { key: token })
  await call('GET', made.url)
  await call('GET', made.url)
  return [cookie.slice(cookie.indexOf('=') + 1), token, new URL(made.url).searchParams.get('token') ?? '']
}

/** Signs in by a mailed link, and uses it twice. Returns the link's token and the session's cookie. */
async function liveSignIn(): Promise<string[]> {
  const { csrfToken, headers } = await openSignIn(service.baseUrl)
  const form = (fields: Record<string, string>) => new URLSearchParams({ csrfToken, ...fields })
  await call('POST', '/api/auth/signin/email', {
    headers,
    raw: form({ email: 'ada@verbatim.test' }),
  })
  const link = new URL(/https?:\/\/\S+token=\S+/.exec(mail.mails.at(-1)?.email.text ?? '')?.[0] ?? '')
  const fields = Object.fromEntries(link.searchParams)
  const confirmed = await call('POST', '/api/auth/callback/email', {
    headers,
    raw: new URLSearchParams(fields),
  })
  const session =
    confirmed.headers
      .getSetCookie()
      .find((line) => line.includes('session='))
      ?.split(/[=;]/)[1] ?? ''
  await call('POST', '/api/auth/callback/email', { headers, raw: new URLSearchParams(fields) })
  const made = await call('POST', '/v1/me/api-key/ensure', {
    headers: { ...OWN_PAGE, cookie: `verbatim.session=${session}` },
  })
  await call('GET', '/v1/me/sessions', { headers: { ...OWN_PAGE, cookie: `verbatim.session=${session}x` } })
  return [fields.token, session, made.body?.key].map(String)
}

/** An endpoint that fails, tried, with a secret that is changed. Returns both. */
async function liveWebhooks(): Promise<string[]> {
  const url = 'https://hooks.example/verbatim?token=secret-of-the-endpoint'
  const made: WebhookWithSecret = (await call('POST', '/v1/me/webhooks', { key, body: { url } })).body
  await call('POST', `/v1/me/webhooks/${made.id}/test`, { key })
  const rotated = await call('POST', `/v1/me/webhooks/${made.id}/rotate`, { key })
  await call('POST', `/v1/me/webhooks/${made.id}/test`, { key })
  return [made.secret, rotated.body?.secret ?? made.secret, 'secret-of-the-endpoint']
}

/**
 * A file goes into the bucket, is transcribed, and fails to while the bucket is down. Returns what signs its addresses.
 */
async function liveUploads(): Promise<string[]> {
  const options = { filename: 'tide.srt', content_type: 'application/x-subrip' }
  const target: SignResponse = (await call('POST', '/v1/uploads/sign', { key, body: options })).body
  const captions = '1\n00:00:01,000 --> 00:00:02,000\nThe tide comes in.\n'
  expect(
    (
      await fetch(target.upload_url, {
        method: 'PUT',
        headers: { 'content-type': options.content_type },
        body: captions,
      })
    ).status,
  ).toBe(200)
  await call('POST', '/v1/transcript', { key, body: { upload: target.object_path } })
  const sent = await call('GET', target.source_url, { key })
  bucket.down = true
  await call('POST', '/v1/uploads/sign', { key, body: { ...options, size_bytes: 100_000_000 } })
  await call('POST', '/v1/transcript', { key, body: { upload: target.object_path, lang: 'de' } })
  bucket.down = false
  const signed = [target.upload_url, sent.headers.get('location')].flatMap((url) => (url ? [new URL(url)] : []))
  return [bucket.settings.S3_SECRET_ACCESS_KEY, ...signed.map((url) => url.searchParams.get('X-Amz-Signature'))].map(
    String,
  )
}

async function liveBilling(): Promise<string[]> {
  const bought = await call('POST', '/v1/checkout', { key, body: { tier: 'pro' } })
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1', 'webhook-signature': `v1,${btoa('wrong')}` }
  await call('POST', '/v1/webhooks/billing', { raw: '{"type":"x"}', headers })
  await call('POST', '/v1/webhooks/billing', { raw: '{}', headers: { 'stripe-signature': 't=1,v1=00' } })
  expect(bought.status).toBeLessThan(500)
  return [BILLING_WEBHOOK_SECRET, BILLING_WEBHOOK_SECRET.slice('whsec_'.length)]
}

/** A device that waits, is refused at first, and is allowed. Returns its code and tokens. */
async function liveDevice(): Promise<string[]> {
  const { body: code } = await call('POST', '/v1/device/code')
  await call('POST', '/v1/device/token', { body: { device_code: code.device_code } })
  await call('POST', '/v1/device/token', { body: { device_code: `${code.device_code}x` } })
  await call('POST', '/v1/device/approve', { key, body: { user_code: code.user_code } })
  const { body: tokens } = await call('POST', '/v1/device/token', { body: { device_code: code.device_code } })
  return [code.device_code, tokens?.access_token ?? code.device_code, tokens?.refresh_token ?? code.device_code].map(
    String,
  )
}

test('no secret that a service signs, mails, gives or takes is in its log, a refusal or an address', async () => {
  const lived = {
    oauth: await liveOAuth(),
    local: await liveLocally(),
    signIn: await liveSignIn(),
    device: await liveDevice(),
    webhooks: await liveWebhooks(),
    uploads: await liveUploads(),
    billing: await liveBilling(),
  }
  const { body: renewed } = await call('POST', '/v1/me/api-key/regenerate', { key })
  await call('GET', '/v1/me/api-key', { key })
  const sealing = (await readFile(path.join(folder, 'secret'), 'utf8')).trim()
  const secrets = [...Object.values(lived).flat(), String(renewed.key), sealing, new URL(mail.url).password]

  const missing = Object.entries(lived).flatMap(([name, list]) =>
    list.filter((one) => one.length < 8).map((one) => `${name}: ${one}`),
  )
  expect(missing).toEqual([])
  expect(refusals.length).toBeGreaterThan(8)
  const written = service.printed()
  expect(written).toContain('"level":"debug"')
  expect(secrets.filter((secret) => written.includes(secret))).toEqual([])
  expect(secrets.filter((secret) => refusals.some((text) => text.includes(secret)))).toEqual([])
  // A bucket's signed address holds its signature: nothing else of the list does.
  const elsewhere = addresses.filter((address) => !address.includes('X-Amz-Signature'))
  expect(secrets.filter((secret) => elsewhere.some((address) => address.includes(secret)))).toEqual([])
  // The first start shows the first key, once, to the person at the terminal.
  expect(written.split(key)).toHaveLength(2)
})
