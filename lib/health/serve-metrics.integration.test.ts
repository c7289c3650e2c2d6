import { afterEach, expect, test } from 'vitest'
import { ensureLocalAccount } from '@/lib/accounts/local/local-account'
import { localBrowserCookie } from '@/lib/accounts/testing/local-browser'
import { setEnv } from '@/lib/core/env'
import { newUser, useService } from '@/test/service'
import { serveMetrics } from './serve-metrics'

const service = await useService()
afterEach(() => {
  setEnv({ METRICS_TOKEN: '', HOST: '127.0.0.1' })
})

const ask = (headers: Record<string, string>) =>
  serveMetrics(new Request('http://localhost:3000/metrics', { headers: { host: 'localhost:3000', ...headers } }))

test('this machine reads what was called, how long it took, and what runs', async () => {
  const { apiKey } = await newUser()
  await service.call('GET', '/v1/me/api-key', { key: apiKey })
  const answer = await ask({ authorization: `Bearer ${(await ensureLocalAccount())?.apiKey}` })
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toContain('text/plain')
  expect(text).toContain('verbatim_request_seconds_count{operation="getApiKey",status="200"} 1')
  expect(text).toContain('verbatim_jobs_running 0')
  expect(text).toMatch(/verbatim_database_connections\{state="idle"\} \d/)
  expect(text).not.toContain(apiKey)
})

test('other callers get 404, including those through a forwarded port', async () => {
  const { apiKey } = await newUser()
  const cookie = await localBrowserCookie()
  const page = { cookie, 'sec-fetch-site': 'same-origin' }
  expect((await ask(page)).status).toBe(200)
  expect((await ask({})).status).toBe(404)
  expect((await ask({ 'sec-fetch-site': 'same-origin' })).status).toBe(404)
  expect((await ask({ authorization: `Bearer ${apiKey}` })).status).toBe(404)
  expect((await ask({ ...page, 'x-real-ip': '127.0.0.1' })).status).toBe(404)
  expect((await ask({ host: 'verbatim.example' })).status).toBe(404)
  expect((await ask({ 'x-forwarded-for': '203.0.113.7' })).status).toBe(404)
  setEnv({ HOST: '0.0.0.0' })
  expect((await ask({})).status).toBe(404)
})

test('with a token only its bearer reads the metrics, and this machine needs it too', async () => {
  setEnv({ METRICS_TOKEN: 'a-long-secret', HOST: '0.0.0.0' })
  expect((await ask({ host: 'verbatim.example', authorization: 'Bearer a-long-secret' })).status).toBe(200)
  for (const authorization of ['Bearer a-long-secre', 'a-long-secret', 'Bearer ', '']) {
    expect((await ask(authorization === '' ? {} : { authorization })).status).toBe(404)
  }
})
