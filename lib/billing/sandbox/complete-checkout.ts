import type { Actor } from '@/lib/core/actor'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import type { CheckoutOutcome, CheckoutStep } from './contract'
import { ownCustomerId } from './own-customer'
import { charge, monthLater } from './payments'
import { PROMOTION, priceOf } from './price-list'
import { recordEvent } from './record-event'
import { type Checkout, type Customer, clockOf, find, get, inSandbox, newSandboxId, put } from './store'

type Tx = Prisma.TransactionClient
type Attempt = { step: CheckoutStep; promotionCode: string | null }

function firstAmount(price: string, code: string | null): number {
  const amount = priceOf(price).unit_amount
  if (code === null) return amount
  if (code.toUpperCase() !== PROMOTION.code) {
    throw new Problem('not_found', {
      detail: `The sandbox has no promotion code ${code.slice(0, 40)}. Try ${PROMOTION.code}.`,
    })
  }
  return Math.round(amount * (1 - PROMOTION.percentOff / 100))
}

/** The checkout is paid: the subscription begins. */
async function complete(tx: Tx, session: Checkout, payer: Customer, amount: number): Promise<void> {
  const now = clockOf(payer)
  const ids = { id: newSandboxId('subscription'), itemId: newSandboxId('item'), price: session.price }
  const invoice = await charge(tx, { ...payer, card: 'pays' }, ids, { amount, reason: 'subscription_create' })
  const subscription = await put(tx, {
    ...ids,
    object: 'subscription',
    customer: payer.id,
    status: 'active',
    created: now,
    periodStart: now,
    periodEnd: monthLater(now),
    cancelAtPeriodEnd: false,
    canceledAt: null,
    endedAt: null,
    schedule: null,
    latestInvoice: invoice.id,
    pendingUpdate: null,
  })
  await recordEvent(tx, 'customer.subscription.created', subscription)
  const done = await put(tx, { ...session, status: 'complete', subscription: subscription.id, authenticating: false })
  await recordEvent(tx, 'checkout.session.completed', done)
}

/** An open checkout of a customer. Throws `not_found`, and `expired` for one that can't be paid any more. */
async function openCheckout(tx: Tx, customerId: string, sessionId: string): Promise<Checkout> {
  const session = await find(tx, 'checkout.session', sessionId)
  if (!session || session.customer !== customerId) throw new Problem('not_found')
  if (session.status !== 'open') {
    throw new Problem('expired', { detail: 'This checkout has ended. Choose a plan again on the billing page.' })
  }
  return session
}

async function attempt(tx: Tx, session: Checkout, { step, promotionCode }: Attempt): Promise<CheckoutOutcome> {
  const payer = await get(tx, 'customer', session.customer)
  const amount = firstAmount(session.price, promotionCode)
  if (step === 'decline') {
    await put(tx, { ...session, authenticating: false })
    return { status: 'declined', url: null }
  }
  if (step === 'authenticate') {
    await put(tx, { ...session, authenticating: true })
    return { status: 'requires_action', url: null }
  }
  if (step === 'confirm' && !session.authenticating) throw new Problem('not_found')
  const card = step === 'confirm' ? ('authenticates' as const) : ('pays' as const)
  await complete(tx, session, await put(tx, { ...payer, card }), amount)
  return { status: 'complete', url: session.successUrl }
}

/** Performs a step of a customer's checkout. Throws `not_found`, and `expired` for one that has ended. */
export function completeCheckoutOf(customerId: string, sessionId: string, how: Attempt): Promise<CheckoutOutcome> {
  return inSandbox(async (tx) => attempt(tx, await openCheckout(tx, customerId, sessionId), how))
}

/**
 * The actions of a person on the sandbox's checkout page: pays, is declined, is asked by the bank and confirms. Throws
 * `not_found` for a checkout that is not the caller's, `expired` for one that is over.
 */
export async function completeCheckout(actor: Actor, sessionId: string, how: Attempt): Promise<CheckoutOutcome> {
  return completeCheckoutOf(await ownCustomerId(actor), sessionId, how)
}
