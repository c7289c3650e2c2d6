import Stripe from 'stripe'
import { z } from 'zod'
import { env } from '@/lib/platform/env'
import { billingMode } from '../billing-mode'
import type { BillingNotice } from '../billing-notice'
import { sandboxWebhookSecret } from '../sandbox/sandbox-key'
import { noticeKinds } from './notice-kinds'

const subjectSchema = z.object({
  id: z.string().optional(),
  object: z.string(),
  customer: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
})

function secret(): string | null {
  const mode = billingMode()
  if (mode === 'sandbox') return sandboxWebhookSecret()
  return mode === 'stripe' ? (env().STRIPE_WEBHOOK_SECRET ?? null) : null
}

function customerOf(event: Stripe.Event): string | null {
  const subject = subjectSchema.safeParse(event.data.object)
  if (!subject.success) return null
  const { id = null, object, customer } = subject.data
  if (object === 'customer') return id
  return typeof customer === 'string' ? customer : (customer?.id ?? null)
}

/**
 * An event in Stripe's form whose signature holds and is at most five minutes old; null for any other.
 * @see https://docs.stripe.com/webhooks#verify-manually
 */
export function verifyStripeNotice(payload: string, signature: string): BillingNotice | null {
  const known = secret()
  if (known === null) return null
  try {
    const event = Stripe.webhooks.constructEvent(payload, signature, known)
    const { id, type } = event
    return { id, type, kinds: noticeKinds(event), customerId: customerOf(event), userId: null }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null
    throw error
  }
}
