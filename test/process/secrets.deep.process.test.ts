import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { SignResponse } from '@/lib/uploads/contract'
import { startOrigin } from '@/test/origin/start-origin'
import { freePort } from './free-port'
import { openSignIn } from './open-sign-in'
import { readConnection } from './read-connection'
import { startProcess } from './start-process'

const LINK_SECRET = 'signature-of-the-link'
const SETTINGS = {
  SPEECH_API_KEY: 'key-of-the-speech-server',
  ASSEMBLYAI_API_KEY: 'key-of-assemblyai',
  METRICS_TOKEN: 'token-of-the-metrics-0123456789abcdef',
  VERBATIM_SECRET: 'secret-that-signs-upload-targets',
  OIDC_CLIENT_SECRET: 'secret-of-the-oidc-client',
}
const MAIL_PASSWORD = 'password-of-the-mail-server'

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-secrets-'))
// The sources fail in all the ways that are written to the log.
const origin = await startOrigin([
  ({ path: asked }) => (asked.includes('broken') ? { status: 500, body: 'broken' } : { body: '<html>no media' }),
])
const port = await freePort()
const service = await startProcess(
  folder,
  {
    ...SETTINGS,
    LOG_LEVEL: 'debug',
    SPEECH_ENGINE: 'openai',
    SPEECH_API_URL: 'http://127.0.0.1:9/v1',
    MAIL_SERVER: `smtp://verbatim:${MAIL_PASSWORD}@127.0.0.1:9`,
    MAIL_FROM: 'verbatim@verbatim.test',
    BASE_URL: `http://localhost:${port}`,
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'verbatim',
    EGRESS_PROXY_URL: origin.proxyUrl,
    NODE_EXTRA_CA_CERTS: origin.caFile,
  },
  port,
)
afterAll(async () => {
  await service.stop()
  await origin.close()
  await rm(folder, { recursive: true, force: true })
})

const key = service.apiKey ?? ''

async function call(method: string, address: string, body?: unknown, credential = key) {
  const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' }
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
  const response = await fetch(new URL(address, service.baseUrl), init)
  return { status: response.status, body: (await response.json().catch(() => ({}))) as Record<string, string> }
}

/** A device's tokens, allowed by the account. */
async function signInDevice(): Promise<string[]> {
  const { body: code } = await call('POST', '/v1/device/code')
  await call('POST', '/v1/device/approve', { user_code: code.user_code })
  const { body: tokens } = await call('POST', '/v1/device/token', { device_code: code.device_code })
  await call('GET', '/v1/me/api-key', undefined, tokens.access_token)
  return [code.device_code, tokens.access_token, tokens.refresh_token].map(String)
}

/** Begins a sign-in that cannot reach its server. Returns the error code. */
async function beginSignIn(method: string): Promise<unknown> {
  const { csrfToken, headers } = await openSignIn(service.baseUrl)
  const body = new URLSearchParams({ csrfToken, email: 'ada@verbatim.test' })
  const answer = await fetch(`${service.baseUrl}/api/auth/signin/${method}`, { method: 'POST', headers, body })
  return ((await answer.json()) as { code: string }).code
}

test('no secret is ever written to the log, after any error', async () => {
  const [, databasePassword = ''] = /:([^:@]+)@/.exec(await readConnection(folder)) ?? []
  const secrets = [...Object.values(SETTINGS), LINK_SECRET, MAIL_PASSWORD, databasePassword, ...(await signInDevice())]

  const target = await call('POST', '/v1/uploads/sign', { filename: 'jfk.wav', content_type: 'audio/wav' })
  const { upload_url, object_path } = target.body as unknown as SignResponse
  secrets.push(new URL(upload_url).search.slice(1))
  expect((await fetch(upload_url, { method: 'PUT', body: await readFile('test/fixtures/audio/jfk.wav') })).status).toBe(
    200,
  )
  const started = await call('POST', '/v1/transcript', { upload: object_path })
  const { job_id } = started.body
  // There is no speech server: its key is at hand when the job fails.
  await call('DELETE', `/v1/jobs/${job_id}`)

  for (const link of ['broken.mp3', 'page.mp3', 'captions.vtt']) {
    await call('POST', '/v1/transcript', { url: `https://media.example/${link}?token=${LINK_SECRET}` })
    await call('GET', `/v1/languages?url=${encodeURIComponent(`https://media.example/${link}?token=${LINK_SECRET}`)}`)
  }
  expect([await beginSignIn('email'), await beginSignIn('oidc')]).toEqual(['mail_unavailable', 'issuer_unavailable'])
  await call('GET', `/v1/me/api-key?api_key=${key}`, undefined, `${key}x`)
  const { body: renewed } = await call('POST', '/v1/me/api-key/regenerate')
  await call('GET', '/v1/me/api-key')
  secrets.push(String(renewed.key))

  expect(origin.requests.filter(({ url }) => url.includes(LINK_SECRET))).not.toEqual([])
  const written = service.printed()
  expect(written).toContain('"level":"debug"')
  expect(secrets.filter((secret) => secret.length < 8)).toEqual([])
  expect(secrets.filter((secret) => written.includes(secret))).toEqual([])
  // The first start shows the first key, once, to the person at the terminal.
  expect(written.split(key)).toHaveLength(2)
})
