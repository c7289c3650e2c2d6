import { afterAll, afterEach, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { startLoopback } from '@/lib/oauth/testing/start-loopback'
import { useDatabase } from '@/test/database'
import { sandboxFetch } from '../sandbox/endpoints/sandbox-fetch'
import { SANDBOX_KEY } from '../sandbox/sandbox-key'
import { checkConfiguration, WANTED_EVENTS } from './check-configuration'

await useDatabase()

const list = (data: unknown[]) => Response.json({ object: 'list', data, has_more: false, url: '/' })
const ENDPOINT = {
  id: 'we_1',
  object: 'webhook_endpoint',
  url: 'http://localhost:3000/v1/webhooks/billing',
  status: 'enabled',
  enabled_events: ['*'],
}
const PORTAL = { features: { payment_method_update: { enabled: true }, invoice_history: { enabled: true } } }

let endpoints: unknown[] = []
let portals: unknown[] = []
const origin = await startLoopback(async (request) => {
  const { pathname } = new URL(request.url)
  if (pathname === '/v1/webhook_endpoints') return list(endpoints)
  return pathname === '/v1/billing_portal/configurations' ? list(portals) : sandboxFetch(request)
})
afterAll(() => origin.close())
const STRIPE = { STRIPE_SECRET_KEY: SANDBOX_KEY, STRIPE_API_URL: origin.url, STRIPE_WEBHOOK_SECRET: 'whsec_test' }

afterEach(() => setEnv({ STRIPE_SECRET_KEY: '', STRIPE_API_URL: '', STRIPE_WEBHOOK_SECRET: '', TIERS: '' }))

async function missing(): Promise<string> {
  return (await checkConfiguration()).flatMap(({ ok, text }) => (ok ? [] : text)).join('\n')
}

test('nothing is missing where everything is set up', async () => {
  setEnv(STRIPE)
  endpoints = [{ ...ENDPOINT, enabled_events: WANTED_EVENTS }]
  portals = [PORTAL]
  expect(await missing()).toBe('')
})

test('each thing that is missing is named', async () => {
  expect(await missing()).toMatch(/STRIPE_SECRET_KEY is not set/)
  const tiers = { free: { seconds: 1, amount: 0 }, gold: { seconds: 2, amount: 0 } }
  setEnv({ ...STRIPE, STRIPE_WEBHOOK_SECRET: 'sk_test_wrong', TIERS: JSON.stringify(tiers) })
  endpoints = [{ ...ENDPOINT, status: 'disabled' }]
  portals = []
  const found = await missing()
  expect(found).toMatch(/does not begin with whsec_/)
  expect(found).toMatch(/gold: no active price has the lookup key verbatim_gold/)
  expect(found).toMatch(/No enabled webhook endpoint leads to http:\/\/localhost:3000\/v1\/webhooks\/billing/)
  expect(found).toMatch(/portal has no configuration/)
  expect(found).not.toContain('sk_test')
})

test('a webhook endpoint that misses events is reported with the missing ones', async () => {
  setEnv(STRIPE)
  endpoints = [{ ...ENDPOINT, enabled_events: WANTED_EVENTS.filter((type) => type !== 'invoice.paid') }]
  portals = [{ features: { ...PORTAL.features, payment_method_update: { enabled: false } } }]
  const found = await missing()
  expect(found).toMatch(/does not hear of invoice\.paid\./)
  expect(found).toMatch(/change their card/)
})
