import type Stripe from 'stripe'
import type { PaymentState } from '../contract'
import { findSubscription, grants, type LiveSubscription, tierOfPrice } from './find-subscription'

/** The state of a customer at the provider at a moment. Without a subscription nothing is paid for. */
export type Snapshot = {
  subscriptionId: string | null
  /** The tier that is paid for; null: none. */
  paidTier: string | null
  cancelAtPeriodEnd: boolean
  /** The paid period; null without a paid tier. */
  period: { start: Date; end: Date } | null
  pendingTier: string | null
  pendingChangeAt: Date | null
  paymentState: PaymentState | null
  /** The URL on which an open invoice can be paid. */
  paymentUrl: string | null
}

const NOTHING: Snapshot = {
  subscriptionId: null,
  paidTier: null,
  cancelAtPeriodEnd: false,
  period: null,
  pendingTier: null,
  pendingChangeAt: null,
  paymentState: null,
  paymentUrl: null,
}

const at = (seconds: number) => new Date(seconds * 1000)

function paymentState({ status, pending_update }: Stripe.Subscription): PaymentState {
  if (status === 'past_due') return 'past_due'
  if (status === 'unpaid' || status === 'paused') return 'unpaid'
  return pending_update ? 'action_required' : 'ok'
}

function paymentUrl({ latest_invoice: invoice }: Stripe.Subscription): string | null {
  if (invoice === null || typeof invoice === 'string' || invoice.status !== 'open') return null
  return invoice.hosted_invoice_url ?? null
}

/** The change of plan that a schedule has in store. */
async function pendingChange({ subscription, item, tier }: LiveSubscription) {
  const none = { pendingTier: null, pendingChangeAt: null }
  const { schedule } = subscription
  if (schedule === null || typeof schedule === 'string' || schedule.status !== 'active') return none
  const next = schedule.phases.find(({ start_date }) => start_date >= item.current_period_end)
  const price = next?.items[0]?.price
  if (!next || !price || 'deleted' in Object(price)) return none
  const pendingTier = await tierOfPrice(typeof price === 'string' ? price : (price as Stripe.Price))
  return pendingTier === tier ? none : { pendingTier, pendingChangeAt: at(next.start_date) }
}

/**
 * Fetches what the provider grants a customer now: the only source of tier, period and schedule. Throws
 * `billing_unavailable`.
 */
export async function fetchSnapshot(customerId: string): Promise<Snapshot> {
  const live = await findSubscription(customerId)
  if (!live) return NOTHING
  const { subscription, item, tier } = live
  const granted = grants(subscription)
  return {
    subscriptionId: subscription.id,
    paidTier: granted ? tier : null,
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    period: granted ? { start: at(item.current_period_start), end: at(item.current_period_end) } : null,
    ...(await pendingChange(live)),
    paymentState: paymentState(subscription),
    paymentUrl: paymentUrl(subscription),
  }
}
