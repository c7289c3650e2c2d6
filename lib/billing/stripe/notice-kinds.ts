import type Stripe from 'stripe'

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

/** What an event of Stripe's means in the words of the interface; nothing for one that says nothing about a subscription. */
export function noticeKinds(event: Stripe.Event): string[] {
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
