import type { Prisma } from '@/lib/platform/generated/prisma/client'
import type { Customer, Invoice, SandboxSubscription } from './objects'
import { priceOf } from './price-list'
import { recordEvent } from './record-event'
import { clockOf, newSandboxId, put } from './store'

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

/** What is due at once for a dearer price, for the rest of the period. */
export function proration({ price, periodStart, periodEnd }: SandboxSubscription, to: string, now: number): number {
  const share = Math.max(0, periodEnd - now) / (periodEnd - periodStart)
  return Math.max(0, Math.round((priceOf(to).unit_amount - priceOf(price).unit_amount) * share))
}

/** Charges a customer's card. What it does not pay stands open, and the provider says so. */
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
