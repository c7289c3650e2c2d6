import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, expect, test } from 'vitest'
import { api } from '@/lib/api/app'
import { serveMcp } from '@/lib/mcp/serve-mcp'
import { withPeer } from '@/lib/platform/peer'
import { newToken } from '@/lib/platform/tokens'
import { newUser, useService } from '@/test/service'

await useService({ RATE_LIMIT_PUBLIC_PER_MINUTE: '60', TRUSTED_PROXIES: '1' })
const direct = getRequestListener(api().fetch)
const connector = getRequestListener(serveMcp)
const server = createServer((request, response) => {
  if (request.url === '/mcp') return void withPeer('127.0.0.1', () => connector(request, response))
  return void direct(request, response)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close())

const { port } = server.address() as AddressInfo

function call(key: string, address: string, path = '/v1/me/api-key'): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': address }
  return fetch(`http://127.0.0.1:${port}${path}`, { method: path === '/mcp' ? 'POST' : 'GET', headers })
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
