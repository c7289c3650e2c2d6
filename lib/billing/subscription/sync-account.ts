import type Stripe from 'stripe'
import { db } from '@/lib/core/db/db'
import type { BillingAccount, Prisma } from '@/lib/core/generated/prisma/client'
import type { PaymentState } from '../contract'
import { deleteCustomer } from '../stripe/customers'
import { findSubscription, grants, type LiveSubscription, tierOfPrice } from '../stripe/find-subscription'
import { findAccount } from './find-account'
import { withCustomerLock } from './with-customer-lock'

/** The state of a customer at the provider at a moment. Without a subscription nothing is paid for. */
type Snapshot = {
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
async function fetchSnapshot(customerId: string): Promise<Snapshot> {
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

/** Writes in the same transaction, before the snapshot; false: everything stays as it is. */
type First = (tx: Prisma.TransactionClient) => Promise<boolean>

/** Fetches what the provider grants and stores it. To be called under the customer's lock (`withCustomerLock`). */
export async function syncAccount(
  { userId, customerId }: Pick<BillingAccount, 'userId' | 'customerId'>,
  first: First = async () => true,
): Promise<void> {
  const snapshot = await fetchSnapshot(customerId)
  await db().$transaction(async (tx) => {
    if (await first(tx)) await applySnapshot(tx, userId, snapshot)
  })
}

async function keepCycle(tx: Prisma.TransactionClient, userId: string, { period }: Snapshot): Promise<void> {
  if (!period) {
    await tx.usageCycle.deleteMany({ where: { userId } })
    return
  }
  const cycle = { startsAt: period.start, endsAt: period.end }
  await tx.usageCycle.upsert({ where: { userId }, create: { userId, ...cycle }, update: cycle })
}

/**
 * The one writer of what a provider says: the tier that is paid for, the period in which seconds are counted, and what is
 * scheduled. The tier that the operator granted is not the provider's to change. Applied twice it changes nothing.
 */
async function applySnapshot(tx: Prisma.TransactionClient, userId: string, snapshot: Snapshot): Promise<void> {
  const { paidTier, period, ...rest } = snapshot
  const account = { ...rest, currentPeriodEnd: period?.end ?? null, syncedAt: new Date() }
  await tx.billingAccount.update({ where: { userId }, data: account })
  await tx.user.update({ where: { id: userId }, data: { paidTier } })
  await keepCycle(tx, userId, snapshot)
}

/**
 * Deletes a leaving user at the billing provider: the subscription ends immediately, and no more is charged. Throws
 * `billing_unavailable`.
 */
export async function removeCustomer(userId: string): Promise<void> {
  await withCustomerLock(userId, async () => {
    const account = await findAccount(userId)
    if (account) await deleteCustomer(account.customerId)
  })
}
