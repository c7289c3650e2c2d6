import { env } from '@/lib/core/env'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { priceOf } from '../price-list'
import { get, type SandboxSubscription, type Schedule, type Stored } from '../store'

/** An object in the form in which Stripe's API shows it. */
export type Shown = Record<string, unknown> & { id: string; object: string }

const SHARED = { livemode: false }

function showSubscription(kept: SandboxSubscription): Shown {
  const { id, object, customer, status, created, periodStart, periodEnd, pendingUpdate } = kept
  const item = {
    id: kept.itemId,
    object: 'subscription_item',
    subscription: id,
    quantity: 1,
    price: priceOf(kept.price),
    current_period_start: periodStart,
    current_period_end: periodEnd,
  }
  return {
    ...SHARED,
    ...{ id, object, customer, status, created },
    cancel_at: kept.cancelAtPeriodEnd ? periodEnd : null,
    cancel_at_period_end: kept.cancelAtPeriodEnd,
    canceled_at: kept.canceledAt,
    ended_at: kept.endedAt,
    items: { object: 'list', data: [item], has_more: false, url: '/v1/subscription_items' },
    latest_invoice: kept.latestInvoice,
    metadata: {},
    pending_update: pendingUpdate && {
      expires_at: pendingUpdate.expiresAt,
      subscription_items: [{ ...item, price: priceOf(pendingUpdate.price) }],
    },
    schedule: kept.schedule,
  }
}

function showSchedule(kept: Schedule): Shown {
  const { id, object, customer, subscription, status, created } = kept
  const shown = kept.phases.map(({ price, startDate, endDate }) => ({
    start_date: startDate,
    end_date: endDate,
    items: [{ price, quantity: 1 }],
  }))
  const active = status === 'active'
  const now = shown[kept.current]
  return {
    ...SHARED,
    ...{ id, object, customer, status, created },
    current_phase: active && now ? { start_date: now.start_date, end_date: now.end_date } : null,
    end_behavior: 'release',
    phases: shown,
    released_subscription: active ? null : subscription,
    subscription: active ? subscription : null,
  }
}

/** A stored object as Stripe's API shows it. */
export function show(kept: Stored): Shown {
  const { id, object, customer, created } = kept
  const page = (name: string) => `${env().baseUrl}/sandbox/${name}`
  switch (kept.object) {
    case 'subscription':
      return showSubscription(kept)
    case 'subscription_schedule':
      return showSchedule(kept)
    case 'customer':
      return { ...SHARED, id, object, created, email: kept.email, metadata: kept.metadata }
    case 'invoice': {
      const paid = kept.status === 'paid' ? kept.amount : 0
      const sums = { amount_due: kept.amount, amount_paid: paid, amount_remaining: kept.amount - paid }
      const terms = { status: kept.status, currency: kept.currency, billing_reason: kept.reason }
      return { ...SHARED, id, object, customer, created, ...sums, ...terms, hosted_invoice_url: page(`invoice/${id}`) }
    }
    case 'checkout.session': {
      const { status, subscription, successUrl, cancelUrl, clientReferenceId } = kept
      const urls = {
        success_url: successUrl,
        cancel_url: cancelUrl,
        url: status === 'open' ? page(`checkout/${id}`) : null,
      }
      const what = { mode: 'subscription', status, subscription, client_reference_id: clientReferenceId }
      return { ...SHARED, id, object, customer, created, ...what, ...urls }
    }
    case 'billing_portal.session':
      return { ...SHARED, id, object, customer, created, return_url: kept.returnUrl, url: page(`portal/${id}`) }
    case 'event':
      return { ...SHARED, id, object, created, type: kept.type, api_version: '2026-10-28.endive', data: kept.data }
  }
}

const EXPANDABLE = { schedule: 'subscription_schedule', latest_invoice: 'invoice' } as const

/** Replaces IDs with objects where `expand` names them; an ID without an object stays. */
export async function expand(tx: Prisma.TransactionClient, shown: Shown, paths: readonly string[]): Promise<Shown> {
  const whole = { ...shown }
  for (const [field, kind] of Object.entries(EXPANDABLE)) {
    const id = whole[field]
    if (paths.includes(field) && typeof id === 'string') whole[field] = show(await get(tx, kind, id))
  }
  return whole
}
