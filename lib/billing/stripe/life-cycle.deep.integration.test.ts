import { afterAll, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { startLoopback } from '@/lib/oauth/testing/start-loopback'
import { newUser, useService } from '@/test/service'
import { sandboxFetch } from '../sandbox/endpoints/sandbox-fetch'
import { SANDBOX_KEY, sandboxWebhookSecret } from '../sandbox/sandbox-key'
import { drive } from '../testing/drive'
import { testLifeCycle } from '../testing/life-cycle'
import { sandboxProvider } from '../testing/sandbox-provider'

const service = await useService()
const answered: string[] = []
const origin = await startLoopback(async (request) => {
  answered.push(`${request.method} ${new URL(request.url).pathname}`)
  return sandboxFetch(request)
})
afterAll(() => origin.close())
setEnv({
  STRIPE_SECRET_KEY: SANDBOX_KEY,
  STRIPE_API_URL: origin.url,
  STRIPE_WEBHOOK_SECRET: sandboxWebhookSecret(),
})
const provider = sandboxProvider('Stripe over the network')

testLifeCycle({ provider, driver: drive(service.call, provider), newUser: () => newUser('free') })

test('all of it was asked over the network', () => {
  expect(answered).toContain('POST /v1/checkout/sessions')
  expect(answered.filter((line) => line.endsWith('/release')).length).toBeGreaterThan(0)
})
