import type { Prisma } from '@/lib/platform/generated/prisma/client'
import type { SandboxSubscription } from './objects'
import { recordEvent } from './record-event'
import { show } from './show'
import { get, put } from './store'

type Tx = Prisma.TransactionClient

/** Lets an invoice go that is not to be paid any more. */
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
