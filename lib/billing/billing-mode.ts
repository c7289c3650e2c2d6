import { env } from '@/lib/platform/env'

/**
 * Who takes the money. `stripe` and `sandbox` are one provider with two back ends; with `none` there are plans and
 * allowances but nothing can be bought; with `off` nobody counts.
 */
export type BillingMode = 'stripe' | 'sandbox' | 'none' | 'off'

/**
 * What takes the money, by the settings: Stripe where its key is set; without one the sandbox, in local mode or where
 * `BILLING=sandbox` says so. Throws with a sentence for the operator when the settings contradict each other.
 */
export function billingMode(): BillingMode {
  const { BILLING, STRIPE_SECRET_KEY, localMode } = env()
  if (BILLING === 'sandbox' && STRIPE_SECRET_KEY) {
    throw new Error('BILLING=sandbox and STRIPE_SECRET_KEY are both set: the sandbox never runs beside a Stripe key.')
  }
  if (BILLING === 'stripe' && !STRIPE_SECRET_KEY) {
    throw new Error('BILLING=stripe needs STRIPE_SECRET_KEY, and STRIPE_WEBHOOK_SECRET. See docs/billing.md.')
  }
  if (BILLING === 'off') return 'off'
  if (STRIPE_SECRET_KEY) return 'stripe'
  return BILLING === 'sandbox' || localMode ? 'sandbox' : 'none'
}

/** Whether there is somebody to buy a plan from. */
export function hasProvider(): boolean {
  const mode = billingMode()
  return mode === 'stripe' || mode === 'sandbox'
}
