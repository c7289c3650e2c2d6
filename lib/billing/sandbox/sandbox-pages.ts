import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { ownCustomerId } from './own-customer'
import { PROMOTION, priceOf, tierOfPriceId } from './price-list'
import { type Card, clockOf, find, get, type Invoice, listOf, type SandboxSubscription } from './store'

/** The content of the sandbox's checkout page. `amount` is in the currency's smallest unit. */
type CheckoutPage = {
  id: string
  tier: string
  amount: number
  currency: string
  cancelUrl: string
  promotionCode: string
}

/** An open checkout of the caller's; null: none of theirs, or over. Throws `no_billing_account`, `not_found`. */
export async function findCheckout(actor: Actor, id: string): Promise<CheckoutPage | null> {
  const customerId = await ownCustomerId(actor)
  const session = await find(db(), 'checkout.session', id)
  if (session?.customer !== customerId || session.status !== 'open') return null
  const { price, cancelUrl } = session
  const { unit_amount: amount, currency } = priceOf(price)
  return { id, tier: tierOfPriceId(price), amount, currency, cancelUrl, promotionCode: PROMOTION.code }
}

/** The content of the sandbox's page of an invoice. */
type InvoicePage = Pick<Invoice, 'id' | 'status' | 'amount' | 'currency'>

/** An invoice of the caller's; null: no such. Throws `no_billing_account`, `not_found`. */
export async function findInvoice(actor: Actor, id: string): Promise<InvoicePage | null> {
  const customerId = await ownCustomerId(actor)
  const invoice = await find(db(), 'invoice', id)
  return invoice?.customer === customerId ? invoice : null
}

const VALID_SECONDS = 3600

/** The content of the sandbox's portal. Amounts are in the currency's smallest unit, times are ISO 8601. */
type PortalPage = {
  card: Card
  /** The time of the customer's clock. */
  now: string
  returnUrl: string
  subscription: { tier: string; status: SandboxSubscription['status']; periodEnd: string } | null
  invoices: (Pick<Invoice, 'id' | 'status' | 'amount' | 'currency'> & { createdAt: string })[]
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

/**
 * The portal by a link of the caller's that is at most an hour old; null: no such. Throws `no_billing_account`,
 * `not_found`.
 */
export async function findPortal(actor: Actor, id: string): Promise<PortalPage | null> {
  const customerId = await ownCustomerId(actor)
  const session = await find(db(), 'billing_portal.session', id)
  if (session?.customer !== customerId || session.created + VALID_SECONDS < Date.now() / 1000) return null
  const customer = await get(db(), 'customer', customerId)
  const live = (await listOf(db(), 'subscription', customerId)).find(({ status }) => status !== 'canceled')
  const invoices = await listOf(db(), 'invoice', customerId)
  return {
    card: customer.card,
    now: iso(clockOf(customer)),
    returnUrl: session.returnUrl,
    subscription: live
      ? { tier: tierOfPriceId(live.price), status: live.status, periodEnd: iso(live.periodEnd) }
      : null,
    invoices: invoices.map(({ created, ...invoice }) => ({
      id: invoice.id,
      status: invoice.status,
      amount: invoice.amount,
      currency: invoice.currency,
      createdAt: iso(created),
    })),
  }
}
