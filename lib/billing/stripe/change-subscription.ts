import type Stripe from 'stripe'
import { newId } from '@/lib/core/ids'
import { log } from '@/lib/core/log'
import type { Offer } from './catalogue'
import { callStripe } from './client'
import type { LiveSubscription } from './find-subscription'

const changeAtStripe = <T>(question: (api: Stripe) => Promise<T>) => callStripe(question, { change: true })

/** The key of one call: the SDK repeats it with the call after a lost answer. */
const once = () => ({ idempotencyKey: newId() })

/** Drops what is scheduled for a subscription; nothing where nothing is. */
export async function releaseSchedule({ subscription: { schedule } }: LiveSubscription): Promise<void> {
  if (schedule === null) return
  const id = typeof schedule === 'string' ? schedule : schedule.id
  await changeAtStripe((api) => api.subscriptionSchedules.release(id, {}, once()))
}

/** Ends a subscription with its period. Its schedule goes first: Stripe refuses to cancel what one manages. */
export async function scheduleCancel(live: LiveSubscription): Promise<void> {
  const { subscription } = live
  if (subscription.cancel_at_period_end || subscription.cancel_at !== null) return
  await releaseSchedule(live)
  await changeAtStripe((api) => api.subscriptions.update(subscription.id, { cancel_at_period_end: true }, once()))
}

export async function resume({ subscription }: LiveSubscription): Promise<void> {
  const { id, cancel_at_period_end: flagged, cancel_at: date } = subscription
  if (!flagged && date === null) return
  const change: Stripe.SubscriptionUpdateParams = flagged ? { cancel_at_period_end: false } : { cancel_at: '' }
  await changeAtStripe((api) => api.subscriptions.update(id, change, once()))
}

/** Schedules again what `releaseSchedule` and `resume` took back. */
async function restore(live: LiveSubscription): Promise<void> {
  const { id, cancel_at_period_end: flagged, cancel_at: date, schedule } = live.subscription
  if (flagged) await changeAtStripe((api) => api.subscriptions.update(id, { cancel_at_period_end: true }, once()))
  else if (date !== null) await changeAtStripe((api) => api.subscriptions.update(id, { cancel_at: date }, once()))
  const next = schedule === null || typeof schedule === 'string' ? undefined : schedule.phases.at(-1)
  const price = next && next.start_date >= live.item.current_period_end ? next.items[0]?.price : undefined
  if (price === undefined) return
  await makeSchedule(live, typeof price === 'string' ? price : price.id, live.item.price.recurring?.interval)
}

/**
 * Changes a plan and removes the scheduled plan change or cancellation, because choosing a plan means staying. Restores
 * the schedule when the change fails.
 */
async function inPlaceOfSchedule(live: LiveSubscription, change: () => Promise<unknown>): Promise<void> {
  try {
    await releaseSchedule(live)
    await resume(live)
    await change()
  } catch (error) {
    await restore(live).catch((cause) =>
      log.error('the scheduled change of a subscription could not be restored', { error: cause }),
    )
    throw error
  }
}

/**
 * Grants a larger tier immediately and charges the difference now; the tier stays until that is paid. Replaces any
 * scheduled change.
 */
export async function upgrade(live: LiveSubscription, { priceId }: Offer): Promise<void> {
  const { subscription, item } = live
  const change: Stripe.SubscriptionUpdateParams = {
    items: [{ id: item.id, price: priceId }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  }
  await inPlaceOfSchedule(live, () =>
    changeAtStripe((api) => api.subscriptions.update(subscription.id, change, once())),
  )
}

/** Schedules a smaller tier for the next period, in place of an earlier scheduled change. */
export async function scheduleDowngrade(live: LiveSubscription, { priceId, interval }: Offer): Promise<void> {
  await inPlaceOfSchedule(live, () => makeSchedule(live, priceId, interval))
}

/** Schedules another price for the next period. A schedule whose phases are refused is released. */
async function makeSchedule(live: LiveSubscription, priceId: string, interval: string | undefined): Promise<void> {
  const { subscription, item } = live
  const { id, current_phase: now } = await changeAtStripe((api) =>
    api.subscriptionSchedules.create({ from_subscription: subscription.id }, once()),
  )
  const present = {
    items: [{ price: item.price.id, quantity: 1 }],
    start_date: now?.start_date ?? item.current_period_start,
    end_date: item.current_period_end,
    proration_behavior: 'none' as const,
  }
  const next = {
    items: [{ price: priceId, quantity: 1 }],
    proration_behavior: 'none' as const,
    duration: { interval: interval === 'year' ? ('year' as const) : ('month' as const), interval_count: 1 },
  }
  const phases = [present, next]
  try {
    await changeAtStripe((api) => api.subscriptionSchedules.update(id, { end_behavior: 'release', phases }, once()))
  } catch (error) {
    await changeAtStripe((api) => api.subscriptionSchedules.release(id, {}, once()))
    throw error
  }
}
