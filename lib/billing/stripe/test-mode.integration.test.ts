import { test } from 'vitest'
import { newUser, useService } from '@/test/service'
import { drive } from '../testing/drive'
import { testLifeCycle } from '../testing/life-cycle'
import { stripeTestMode } from '../testing/stripe-test-mode'

const KEY = process.env.STRIPE_TEST_KEY ?? ''
const WEBHOOK_SECRET = 'whsec_of_the_suite_itself'

if (KEY.startsWith('sk_test_')) await tryStripe()
else
  test.skip('Stripe itself: STRIPE_TEST_KEY is no key of a test account (npm run stripe:check makes one complete)', () => {})

async function tryStripe(): Promise<void> {
  const service = await useService({ STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET })
  const provider = stripeTestMode({ key: KEY, webhookSecret: WEBHOOK_SECRET })
  testLifeCycle({ provider, driver: drive(service.call, provider), newUser: () => newUser('free') })
}
