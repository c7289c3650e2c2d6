import { afterEach, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { checkSettings } from './check-settings'

const NEUTRAL = {
  BASE_URL: 'https://verbatim.example',
  BILLING: '',
  TIERS: '',
  STRIPE_SECRET_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
}

afterEach(() => setEnv(NEUTRAL))

test('a Stripe key without the secret of its webhooks is refused at the start', () => {
  setEnv({ ...NEUTRAL, STRIPE_SECRET_KEY: 'sk_test_key' })
  expect(checkSettings).toThrow('STRIPE_WEBHOOK_SECRET is missing')
})

test('the sandbox is refused beside a Stripe key', () => {
  setEnv({ ...NEUTRAL, STRIPE_SECRET_KEY: 'sk_test_key', BILLING: 'sandbox' })
  expect(checkSettings).toThrow(/never runs beside/)
})

test.each(['{', '{}', '{"free":{"seconds":-1,"amount":0}}', '/no/such/file.json'])(
  'plans that are %s are refused',
  (text) => {
    setEnv({ ...NEUTRAL, TIERS: text })
    expect(checkSettings).toThrow(/^TIERS can't be used/)
  },
)

test.each([
  ['no provider', {}],
  ['the sandbox', { BILLING: 'sandbox' }],
  ['no billing', { BILLING: 'off' }],
  ['Stripe', { STRIPE_SECRET_KEY: 'sk_test_key', STRIPE_WEBHOOK_SECRET: 'whsec_secret' }],
])('the settings of %s are taken', (_, settings) => {
  setEnv({ ...NEUTRAL, ...settings })
  expect(checkSettings).not.toThrow()
})
