import { env } from '@/lib/core/env'
import type { BillingProvider } from '@/lib/core/generated/prisma/enums'
import { Problem } from '@/lib/core/problem/problem'
import type { BillingMode } from './view/contract'

/**
 * The billing provider by the settings: Stripe where its key is set; without one the sandbox, in local mode or where
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

/** The billing provider; null: billing is off. */
export function billingProvider(): BillingProvider | null {
  const mode = billingMode()
  return mode === 'stripe' || mode === 'sandbox' ? mode : null
}

/** Whether a provider sells plans. */
function hasProvider(): boolean {
  return billingProvider() !== null
}

/** Throws `billing_unavailable` where billing is off on this server. */
export function requireProvider(): void {
  if (hasProvider()) return
  throw new Problem('billing_unavailable', {
    detail: "Billing isn't set up on this server. Contact its operator.",
    context: { retryable: false },
  })
}
