import { getRequestListener } from '@hono/node-server'
import { afterAll, expect, test } from 'vitest'
import { api } from '@/lib/api/app'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { useService } from '@/test/service'

await useService({ RATE_LIMIT_PUBLIC_PER_MINUTE: '6000', TRUSTED_PROXIES: '1' })
const { url, stop } = await listenOnLoopback(getRequestListener(api().fetch))
afterAll(stop)

function post(path: string, address: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = { 'x-forwarded-for': address, 'content-type': 'application/json' }
  const init: RequestInit = { method: 'POST', headers }
  if (body !== undefined) init.body = JSON.stringify(body)
  return fetch(url + path, init)
}

async function statuses(count: number, call: () => Promise<Response>): Promise<number[]> {
  const seen: number[] = []
  for (let n = 0; n < count; n++) seen.push((await call()).status)
  return seen
}

const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value)

test('one network address registers twenty clients an hour', async () => {
  const register = (address: string) =>
    post('/oauth/register', address, { redirect_uris: ['https://app.example/back'] })
  expect(await statuses(20, () => register('198.51.100.1'))).toEqual(times(20, 201))
  const refused = await register('198.51.100.1')
  expect([refused.status, await refused.json()]).toMatchObject([
    429,
    { code: 'rate_limited', detail: 'Too many requests came from this network. Try again in 3 min.' },
  ])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(120)
  expect((await register('198.51.100.2')).status).toBe(201)
})

test('one network address asks for sixty device codes an hour', async () => {
  const ask = (address: string) => post('/v1/device/code', address)
  expect(await statuses(60, () => ask('198.51.100.3'))).toEqual(times(60, 200))
  expect((await ask('198.51.100.3')).status).toBe(429)
  expect((await ask('198.51.100.4')).status).toBe(200)
})
