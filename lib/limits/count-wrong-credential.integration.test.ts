import { getRequestListener } from '@hono/node-server'
import { afterAll, expect, test } from 'vitest'
import { api } from '@/lib/api/app'
import { setEnv } from '@/lib/core/env'
import { withPeer } from '@/lib/core/http/peer'
import { newToken } from '@/lib/core/secrets/tokens'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { serveMetrics } from '@/lib/health/serve-metrics'
import { serveMcp } from '@/lib/mcp/serve-mcp'
import { newUser, useService } from '@/test/service'

await useService({ RATE_LIMIT_PUBLIC_PER_MINUTE: '60', TRUSTED_PROXIES: '1' })
const direct = getRequestListener(api().fetch)
const connector = getRequestListener(serveMcp)
const metrics = getRequestListener(serveMetrics)
const { url, stop } = await listenOnLoopback((request, response) => {
  if (request.url === '/mcp') return void withPeer('127.0.0.1', () => connector(request, response))
  if (request.url === '/metrics') return void withPeer('127.0.0.1', () => metrics(request, response))
  return void direct(request, response)
})
afterAll(stop)

function call(key: string, address: string, path = '/v1/me/api-key'): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': address }
  return fetch(url + path, { method: path === '/mcp' ? 'POST' : 'GET', headers })
}

async function tally(calls: Promise<Response>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(calls)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('wrong keys are counted by the address they come from, whichever door they try, and right ones are served meanwhile', async () => {
  const { apiKey } = await newUser()
  const address = '198.51.100.1'
  const wrong = Array.from({ length: 100 }, (_, n) =>
    call([newToken('vbt_'), 'vbt_cut', newToken('vba_')][n % 3] ?? '', address, n % 2 ? '/mcp' : undefined),
  )
  const counts = await tally(wrong)
  expect(counts[401]).toBeGreaterThanOrEqual(30)
  // An address gets one more every two seconds.
  expect(counts[401]).toBeLessThan(60)
  expect((counts[401] ?? 0) + (counts[429] ?? 0)).toBe(100)
  const refused = await call(newToken('vbt_'), address)
  if (refused.status === 429) {
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(await refused.json()).toMatchObject({ code: 'rate_limited', context: { quota: 30, window_seconds: 60 } })
  }
  const right = await tally(Array.from({ length: 40 }, () => call(apiKey, address)))
  expect(right).toEqual({ 200: 40 })
  expect((await call(newToken('vbt_'), '198.51.100.2')).status).toBe(401)
})

function post(path: string, fields: Record<string, string>, headers: Record<string, string>): Promise<Response> {
  return fetch(url + path, { method: 'POST', body: new URLSearchParams(fields), headers })
}

async function newClient(method: string): Promise<{ client_id: string; client_secret: string }> {
  const answer = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: ['https://app.example/back'], token_endpoint_auth_method: method }),
  })
  expect(answer.status).toBe(201)
  return (await answer.json()) as { client_id: string; client_secret: string }
}

const basic = (id: string, secret: string) =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`

async function expectHeld(answer: Response): Promise<void> {
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
}

/** Sends guesses concurrently and returns a 429 response, which must come after the quota and before the last guess. */
async function guess(ask: (nth: number) => Promise<Response>, refusal: number): Promise<Response> {
  const answers = await Promise.all(Array.from({ length: 60 }, (_, nth) => ask(nth)))
  const statuses = answers.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([refusal, 429]))
  expect(statuses.filter((status) => status === refusal).length).toBeGreaterThanOrEqual(30)
  return answers.find(({ status }) => status === 429) as Response
}

test('wrong secrets of clients are counted by the address they come from, at every endpoint, and right ones are served meanwhile', {
  tags: 'deep',
}, async () => {
  const headers = { 'x-forwarded-for': '198.51.100.3' }
  const [inForm, inHeader] = [await newClient('client_secret_post'), await newClient('client_secret_basic')]
  const grant = { grant_type: 'refresh_token', refresh_token: newToken('vbr_') }
  const paths = ['/oauth/token', '/oauth/introspect']
  const held = await guess((nth) => {
    const path = paths[nth % 2] ?? ''
    const wrong = newToken('vbs_')
    return nth % 3 === 0
      ? post(path, grant, { ...headers, authorization: basic(inHeader.client_id, wrong) })
      : post(path, { ...grant, client_id: inForm.client_id, client_secret: wrong }, headers)
  }, 401)
  await expectHeld(held)
  expect(await held.json()).toMatchObject({ code: 'rate_limited', context: { quota: 30, window_seconds: 60 } })
  const right = await tally(Array.from({ length: 40 }, () => post('/oauth/token', { ...grant, ...inForm }, headers)))
  expect(right).toEqual({ 400: 40 })
  const elsewhere = { 'x-forwarded-for': '198.51.100.4' }
  const wrong = { ...grant, client_id: inForm.client_id, client_secret: newToken('vbs_') }
  expect((await post('/oauth/token', wrong, elsewhere)).status).toBe(401)
})

test('an unknown client without a secret is not counted as a guess', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.5' }
  const fields = { grant_type: 'refresh_token', refresh_token: newToken('vbr_'), client_id: newToken('vbc_') }
  expect(await tally(Array.from({ length: 40 }, () => post('/oauth/token', fields, headers)))).toEqual({ 401: 40 })
})

test('wrong guesses at METRICS_TOKEN are counted by the address they come from, and the right one is served meanwhile', async () => {
  const token = newToken('')
  setEnv({ METRICS_TOKEN: token })
  const address = '198.51.100.6'
  await expectHeld(await guess(() => call(newToken(''), address, '/metrics'), 404))
  expect(await tally(Array.from({ length: 5 }, () => call(token, address, '/metrics')))).toEqual({ 200: 5 })
  const nothing = () => fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': address } })
  expect(await tally(Array.from({ length: 40 }, nothing))).toEqual({ 404: 40 })
  expect((await call(newToken(''), '198.51.100.7', '/metrics')).status).toBe(404)
  setEnv({ METRICS_TOKEN: '' })
})

test('without a METRICS_TOKEN wrong keys at /metrics are counted as everywhere', async () => {
  const address = '198.51.100.8'
  await expectHeld(await guess(() => call(newToken('vbt_'), address, '/metrics'), 404))
})
