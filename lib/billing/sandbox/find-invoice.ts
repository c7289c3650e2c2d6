import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import type { Invoice } from './objects'
import { ownCustomerId } from './own-customer'
import { find } from './store'

/** What the sandbox's page of an invoice shows. */
export type InvoicePage = Pick<Invoice, 'id' | 'status' | 'amount' | 'currency'>

/** An invoice of the caller's; null: no such. Throws `no_billing_account`, `not_found`. */
export async function findInvoice(actor: Actor, id: string): Promise<InvoicePage | null> {
  const customerId = await ownCustomerId(actor)
  const invoice = await find(db(), 'invoice', id)
  return invoice?.customer === customerId ? invoice : null
}
