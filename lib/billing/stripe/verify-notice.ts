import Stripe from 'stripe'
import { z } from 'zod'
import { env } from '@/lib/platform/env'
import { billingMode } from '../billing-mode'
import { type BillingNotice, noticeWord } from '../billing-notice'
import { sandboxWebhookSecret } from '../sandbox/sandbox-key'
import { noticeKinds } from './notice-kinds'

const subjectSchema = z.object({
  id: noticeWord.optional(),
  object: z.string(),
  customer: z.union([noticeWord, z.object({ id: noticeWord })]).nullish(),
})

function secret(): string | null {
  const mode = billingMode()
  if (mode === 'sandbox') return sandboxWebhookSecret()
  return mode === 'stripe' ? (env().STRIPE_WEBHOOK_SECRET ?? null) : null
}

/** What every event of Stripe's has. */
const eventSchema = z.object({
  id: noticeWord,
  type: noticeWord,
  data: z.object({ object: z.looseObject({}) }),
})

function customerOf(event: Stripe.Event): string | null {
  const subject = subjectSchema.safeParse(event.data.object)
  if (!subject.success) return null
  const { id = null, object, customer } = subject.data
  if (object === 'customer') return id
  return typeof customer === 'string' ? customer : (customer?.id ?? null)
}

/**
 * An event in Stripe's form whose signature holds and is at most five minutes old; null for any other. One that is signed
 * but no event of Stripe's says nothing: it is taken, because sent again it would be the same.
 * @see https://docs.stripe.com/webhooks#verify-manually
 */
export function verifyStripeNotice(payload: string, signature: string): BillingNotice | null {
  const known = secret()
  if (known === null) return null
  try {
    const event = Stripe.webhooks.constructEvent(payload, signature, known)
    const reported = eventSchema.safeParse(event)
    if (!reported.success) return { id: 'unknown', type: 'unknown', kinds: [], customerId: null, userId: null }
    const { id, type } = reported.data
    return { id, type, kinds: noticeKinds(event), customerId: customerOf(event), userId: null }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError) return null
    throw error
  }
}
