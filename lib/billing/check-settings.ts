import { env } from '@/lib/core/env'
import { tiers } from '@/lib/usage/tiers'
import { billingMode } from './billing-mode'

/** Throws, with a sentence for the operator, when the settings of billing can't be used together. For the start. */
export function checkSettings(): void {
  tiers()
  if (billingMode() === 'stripe' && !env().STRIPE_WEBHOOK_SECRET) {
    throw new Error(
      'STRIPE_WEBHOOK_SECRET is missing beside STRIPE_SECRET_KEY: without it no renewal and no cancellation would arrive. See docs/billing.md.',
    )
  }
}
