import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import type { Card, Invoice, SandboxSubscription } from './objects'
import { ownCustomerId } from './own-customer'
import { tierOfPriceId } from './price-list'
import { clockOf, find, get, listOf } from './store'

const VALID_SECONDS = 3600

/** What the sandbox's portal shows. Amounts are in the currency's smallest unit, times are ISO 8601. */
export type PortalPage = {
  card: Card
  /** The time of the customer's clock. */
  now: string
  returnUrl: string
  subscription: { tier: string; status: SandboxSubscription['status']; periodEnd: string } | null
  invoices: (Pick<Invoice, 'id' | 'status' | 'amount' | 'currency'> & { createdAt: string })[]
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

/** The portal by a link of the caller's that is at most an hour old; null: no such. Throws `no_billing_account`, `not_found`. */
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
