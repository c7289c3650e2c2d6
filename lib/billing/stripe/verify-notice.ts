import Stripe from 'stripe'
import { z } from 'zod'
import { env } from '@/lib/core/env'
import { billingMode } from '../billing-mode'
import { sandboxWebhookSecret } from '../sandbox/sandbox-key'

/** An id or a name in an event, limited to the characters that are stored and looked up in the database. */
export const noticeWord = z.string().regex(/^[\x21-\x7e]{1,255}$/)

/** An event of a billing provider whose signature holds. It is a hint only: state is asked of the provider itself. */
export type BillingNotice = {
  id: string
  /** The provider's own name for it. */
  type: string
  /** The kinds of the event in the words of the interface. */
  kinds: readonly string[]
  customerId: string | null
  /** Our own user, where the provider names it. */
  userId: string | null
}

function ofUpdate({ object, previous_attributes: before }: Stripe.CustomerSubscriptionUpdatedEvent['data']): string[] {
  const cancels = object.cancel_at_period_end || object.cancel_at !== null
  const cancelChanged = before?.cancel_at_period_end !== undefined || before?.cancel_at !== undefined
  const cancelWord = cancels ? 'subscription.canceled' : 'subscription.uncanceled'
  return [
    'subscription.updated',
    ...(cancelChanged ? [cancelWord] : []),
    ...(object.status === 'unpaid' ? ['subscription.revoked'] : []),
  ]
}

/** The words of the interface for an event of Stripe; nothing for one that is not about a subscription. */
function noticeKinds(event: Stripe.Event): string[] {
  switch (event.type) {
    case 'customer.subscription.updated':
      return ofUpdate(event.data)
    case 'customer.subscription.deleted':
      return ['subscription.updated', 'subscription.revoked']
    case 'customer.subscription.created':
    case 'subscription_schedule.created':
    case 'subscription_schedule.updated':
    case 'subscription_schedule.released':
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return ['subscription.updated']
    default:
      return []
  }
}

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

/** The fields that every event of Stripe has. */
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
