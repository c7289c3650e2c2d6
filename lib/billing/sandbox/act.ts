import type { Actor } from '@/lib/core/actor'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import type { SandboxAction } from './contract'
import { endSubscription, releaseFromSchedule } from './end-subscription'
import { show } from './endpoints/show'
import { ownCustomerId } from './own-customer'
import { charge, monthLater, payInvoice, voidInvoice } from './payments'
import { priceOf } from './price-list'
import { recordEvent } from './record-event'
import { type Card, type Customer, get, inSandbox, listOf, put, type SandboxSubscription } from './store'

type Tx = Prisma.TransactionClient

async function liveSubscription(tx: Tx, customer: Customer): Promise<SandboxSubscription> {
  const kept = (await listOf(tx, 'subscription', customer.id)).find(({ status }) => status !== 'canceled')
  if (!kept) throw new Problem('no_subscription')
  return kept
}

const setCard = (card: Card) => async (tx: Tx, customer: Customer) => {
  await put(tx, { ...customer, card })
}

const ACTIONS: Readonly<Record<SandboxAction, (tx: Tx, customer: Customer) => Promise<void>>> = {
  advance: async (tx, customer) => advance(tx, customer, await liveSubscription(tx, customer)),
  pay: async (tx, customer) => {
    await setCard('pays')(tx, customer)
    await payInvoice(tx, await liveSubscription(tx, customer))
  },
  card_pays: setCard('pays'),
  card_declines: setCard('declines'),
  card_authenticates: setCard('authenticates'),
}

/** Performs an action of the clock, the bank or the portal on a customer. Throws `no_subscription`. */
export function actOn(customerId: string, action: SandboxAction): Promise<void> {
  return inSandbox(async (tx) => ACTIONS[action](tx, await get(tx, 'customer', customerId)))
}

/**
 * Performs an action on the caller's own customer. Throws `no_billing_account`, `no_subscription`; `not_found` without a
 * sandbox.
 */
export async function actInSandbox(actor: Actor, action: SandboxAction): Promise<void> {
  await actOn(await ownCustomerId(actor), action)
}

/** Begins a period: the schedule may change its price. A schedule without a phase for it is released. */
async function enterPhase(tx: Tx, kept: SandboxSubscription, startsAt: number): Promise<SandboxSubscription> {
  if (!kept.schedule) return kept
  const schedule = await get(tx, 'subscription_schedule', kept.schedule)
  const current = schedule.phases.findIndex(({ startDate }) => startDate === startsAt)
  const next = schedule.phases[current]
  if (!next) return releaseFromSchedule(tx, kept)
  await recordEvent(tx, 'subscription_schedule.updated', await put(tx, { ...schedule, current }))
  return { ...kept, price: next.price }
}

async function renew(tx: Tx, customer: Customer, kept: SandboxSubscription): Promise<void> {
  const startsAt = kept.periodEnd
  const entered = await enterPhase(tx, kept, startsAt)
  const amount = priceOf(entered.price).unit_amount
  const invoice = await charge(tx, customer, entered, { amount, reason: 'subscription_cycle' })
  const renewed = await put(tx, {
    ...entered,
    periodStart: startsAt,
    periodEnd: monthLater(startsAt),
    status: invoice.status === 'paid' ? 'active' : 'past_due',
    latestInvoice: invoice.id,
  })
  const before = show(kept)
  await recordEvent(tx, 'customer.subscription.updated', renewed, { items: before.items, status: before.status })
}

/** The provider has tried to collect for as long as it tries. */
async function stopCollecting(tx: Tx, customer: Customer, kept: SandboxSubscription): Promise<void> {
  if (customer.card === 'pays') return payInvoice(tx, kept)
  const unpaid = await put(tx, { ...kept, status: 'unpaid' })
  await recordEvent(tx, 'customer.subscription.updated', unpaid, { status: kept.status })
}

async function dropPendingUpdate(tx: Tx, kept: SandboxSubscription): Promise<SandboxSubscription> {
  if (!kept.pendingUpdate) return kept
  if (kept.latestInvoice) await voidInvoice(tx, kept.latestInvoice)
  const dropped = await put(tx, { ...kept, pendingUpdate: null })
  await recordEvent(tx, 'customer.subscription.pending_update_expired', dropped)
  return dropped
}

/**
 * Puts a customer's clock ahead to the end of the present period, and does what falls due then: renewal, a scheduled
 * change, the end after a cancel. What is owed is given up for unpaid.
 */
async function advance(tx: Tx, customer: Customer, kept: SandboxSubscription): Promise<void> {
  if (kept.status === 'past_due') return stopCollecting(tx, customer, kept)
  const aheadSeconds = Math.max(customer.aheadSeconds, kept.periodEnd - Math.floor(Date.now() / 1000))
  const later = await put(tx, { ...customer, aheadSeconds })
  const finished = await dropPendingUpdate(tx, kept)
  if (finished.cancelAtPeriodEnd) {
    await endSubscription(tx, finished, finished.periodEnd)
    return
  }
  if (finished.status === 'active') await renew(tx, later, finished)
}
