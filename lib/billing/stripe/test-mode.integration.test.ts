import { describe } from 'vitest'
import { newUser, useService } from '@/test/service'
import { drive } from '../testing/drive'
import { testLifeCycle } from '../testing/life-cycle'
import { stripeTestMode } from '../testing/stripe-test-mode'

const KEY = process.env.STRIPE_TEST_KEY ?? ''
const WEBHOOK_SECRET = 'whsec_of_the_suite_itself'

const service = await useService({ STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET })

/** Against Stripe itself, where `STRIPE_TEST_KEY` names a test account that `npm run stripe:check` finds complete. */
describe.skipIf(!KEY.startsWith('sk_test_'))('with STRIPE_TEST_KEY', () => {
  const provider = stripeTestMode({ key: KEY || 'sk_test_none', webhookSecret: WEBHOOK_SECRET })
  testLifeCycle({ provider, driver: drive(service.call, provider), newUser: () => newUser('free') })
})
