import type { Prisma } from '@/lib/core/generated/prisma/client'
import { show } from './endpoints/show'
import { priceOf } from './price-list'
import { recordEvent } from './record-event'
import { type Customer, clockOf, get, type Invoice, newSandboxId, put, type SandboxSubscription } from './store'

type Tx = Prisma.TransactionClient
type Bill = { amount: number; reason: Invoice['reason'] }

/** The end of a monthly period: the same day of the next month, or its last one. */
export function monthLater(seconds: number): number {
  const at = new Date(seconds * 1000)
  const day = at.getUTCDate()
  at.setUTCMonth(at.getUTCMonth() + 1)
  if (at.getUTCDate() !== day) at.setUTCDate(0)
  return at.getTime() / 1000
}

/** The amount due immediately for a higher price, for the rest of the period. */
export function proration({ price, periodStart, periodEnd }: SandboxSubscription, to: string, now: number): number {
  const share = Math.max(0, periodEnd - now) / (periodEnd - periodStart)
  return Math.max(0, Math.round((priceOf(to).unit_amount - priceOf(price).unit_amount) * share))
}

/** Charges a customer's card. An unpaid invoice stays open, and an event reports it. */
export async function charge(
  tx: Tx,
  customer: Customer,
  { id: subscription, price }: Pick<SandboxSubscription, 'id' | 'price'>,
  { amount, reason }: Bill,
): Promise<Invoice> {
  const paid = customer.card === 'pays' || amount === 0
  const terms = {
    status: paid ? ('paid' as const) : ('open' as const),
    amount,
    reason,
    currency: priceOf(price).currency,
  }
  const ids = { id: newSandboxId('invoice'), customer: customer.id, subscription, created: clockOf(customer) }
  const invoice = await put(tx, { object: 'invoice', ...ids, ...terms })
  await recordEvent(tx, paid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
  if (!paid && customer.card === 'authenticates') await recordEvent(tx, 'invoice.payment_action_required', invoice)
  return invoice
}

/** Voids an invoice that need not be paid any more. */
export async function voidInvoice(tx: Tx, id: string): Promise<void> {
  const invoice = await get(tx, 'invoice', id)
  if (invoice.status !== 'open') return
  await recordEvent(tx, 'invoice.voided', await put(tx, { ...invoice, status: 'void' }))
}

/** The open invoice of a subscription is paid: what waited for it comes true. Nothing where none is open. */
export async function payInvoice(tx: Tx, kept: SandboxSubscription): Promise<void> {
  const invoice = kept.latestInvoice === null ? null : await get(tx, 'invoice', kept.latestInvoice)
  if (invoice?.status !== 'open') return
  await recordEvent(tx, 'invoice.paid', await put(tx, { ...invoice, status: 'paid' }))
  const { pendingUpdate, price } = kept
  const paid = await put(tx, { ...kept, status: 'active', price: pendingUpdate?.price ?? price, pendingUpdate: null })
  const before = show(kept)
  await recordEvent(tx, 'customer.subscription.updated', paid, { status: before.status, items: before.items })
}
